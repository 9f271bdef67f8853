package io.sternway.sandbox.cluster;

/** Who a bearer token belongs to. Each has one token for the whole fleet, new with each start. */
public enum Access {
    /** May do everything: user {@code admin}. */
    ADMIN("admin"),
    /** May read everything except Secrets: user {@code reader}; writes are 403. */
    READER("reader");

    private final String user;

    Access(String user) {
        this.user = user;
    }

    public String user() {
        return user;
    }
}
