package io.sternway.promotion.domain;

/**
 * Who did something.
 *
 * @param type what sort of actor; names as in the audit record
 * @param id which one
 */
public record Actor(Type type, String id) {

    /** The service itself: what follows from facts and time. */
    public static final Actor SYSTEM = new Actor(Type.system, "promotion-service");

    /** The stage's policy, written by the team in its document. */
    public static Actor policy(String field) {
        return new Actor(Type.policy, field);
    }

    /** Sorts of actors. */
    public enum Type {
        person,
        automation,
        policy,
        system
    }
}
