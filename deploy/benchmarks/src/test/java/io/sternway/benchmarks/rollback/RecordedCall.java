package io.sternway.benchmarks.rollback;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call that was made to one cluster.
 *
 * @param method HTTP method
 * @param path path and query
 * @param contentType of the body
 * @param body as it was sent; empty for none
 * @param answer what came back
 * @param at when it was answered, in milliseconds since the epoch
 */
record RecordedCall(String method, String path, String contentType, String body, String answer, long at) {

    private static final Pattern IDENTITY = Pattern.compile("\"(uid|resourceVersion)\":\"([^\"]+)\"");

    /**
     * What stands for the same in the answer of another cluster to the same call: uids and resourceVersions, in the order
     * in which they occur.
     */
    Map<String, String> translate(String other) {
        Map<String, String> translation = new LinkedHashMap<>();
        Matcher ours = IDENTITY.matcher(answer);
        Matcher theirs = IDENTITY.matcher(other);
        while (ours.find() && theirs.find()) {
            if (ours.group(1).equals(theirs.group(1))) {
                translation.put(ours.group(), theirs.group());
            }
        }
        return translation;
    }
}
