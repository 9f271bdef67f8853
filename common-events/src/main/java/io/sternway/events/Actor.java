package io.sternway.events;

/**
 * Who did something.
 *
 * @param type what sort of actor
 * @param id which one
 */
public record Actor(Type type, String id) {

    /** Sorts of actors. */
    public enum Type {
        person,
        automation,
        policy,
        system
    }
}
