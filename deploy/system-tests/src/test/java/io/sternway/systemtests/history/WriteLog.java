package io.sternway.systemtests.history;

import java.util.List;

/**
 * What was written to one cluster in the executor's name.
 *
 * @param cut whether some may be missing: the log forgot older ones, or its writer was killed
 * @param writes those that took effect, oldest first; dry runs are left out
 */
public record WriteLog(boolean cut, List<Write> writes) {

    public WriteLog {
        writes = List.copyOf(writes);
    }

    /**
     * One write that took effect, whether its answer arrived or not.
     *
     * @param number its place in the cluster's log
     * @param method PUT, POST, PATCH or DELETE
     * @param path the API's path; for a POST that of the collection
     * @param name the object's name
     * @param manager the field manager; for a DELETE, which has none, the client's name
     * @param epoch the epoch that the object's annotation names; 0 for none
     * @param version the object's resourceVersion afterwards
     */
    public record Write(
            long number, String method, String path, String name, String manager, long epoch, long version) {}
}
