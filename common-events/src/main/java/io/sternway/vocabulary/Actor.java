package io.sternway.vocabulary;

/**
 * Who did something.
 *
 * @param type what sort of actor
 * @param id which one
 */
public record Actor(Type type, String id) {

    /** The service that decides: what follows from facts and time alone. */
    public static final Actor SYSTEM = new Actor(Type.system, "promotion-service");

    /** A policy of the document, written by the team that owns the promotion, for example {@code onFailure}. */
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
