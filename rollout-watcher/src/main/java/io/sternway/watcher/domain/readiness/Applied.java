package io.sternway.watcher.domain.readiness;

/**
 * An object as it was applied, against which what is there now is held.
 *
 * @param apiVersion group/version, or version for the core group
 * @param kind the kind
 * @param uid the uid; another one is another object
 * @param generation the generation; an older one is not what was applied; 0 for kinds without
 */
public record Applied(String apiVersion, String kind, String uid, long generation) {

    /** {@code group/Kind}, or {@code Kind} for the core group: rules do not depend on the version (E1). */
    public String groupKind() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? kind : apiVersion.substring(0, slash) + "/" + kind;
    }
}
