package io.sternway.executor.kubernetes;

import io.sternway.executor.kubernetes.api.ClusterApi;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lists the calls that go through it, and lets a test do something at each. */
class Calls implements ClusterApi {
    private final ClusterApi to;
    private final List<String> all = new CopyOnWriteArrayList<>();

    Calls(ClusterApi to) {
        this.to = to;
    }

    List<String> all() {
        return List.copyOf(all);
    }

    /** Calls that could change something, dry runs not counted. */
    List<String> writes() {
        return all.stream()
                .filter(call -> !call.startsWith("GET") && !call.startsWith("TRY"))
                .toList();
    }

    /** Called in place of each call; this one just makes it. */
    Reply around(String call, Supplier<Reply> make) {
        return make.get();
    }

    private Reply call(String verb, String path, Supplier<Reply> make) {
        String call = verb + " " + path;
        all.add(call);
        return around(call, make);
    }

    @Override
    public Reply get(String path) {
        return call("GET", path, () -> to.get(path));
    }

    @Override
    public Reply apply(String path, Map<String, Object> object, String manager, boolean force, boolean dryRun) {
        return call(dryRun ? "TRY" : "APPLY", path, () -> to.apply(path, object, manager, force, dryRun));
    }

    @Override
    public Reply create(String collection, Map<String, Object> object, String manager, boolean dryRun) {
        return call(dryRun ? "TRY" : "POST", collection, () -> to.create(collection, object, manager, dryRun));
    }

    @Override
    public Reply replace(String path, Map<String, Object> object, String manager) {
        return call("PUT", path, () -> to.replace(path, object, manager));
    }

    @Override
    public Reply patch(String path, List<Map<String, Object>> operations, String manager) {
        return call("PATCH", path, () -> to.patch(path, operations, manager));
    }

    @Override
    public Reply delete(String path, String uid, @Nullable String resourceVersion) {
        return call("DELETE", path, () -> to.delete(path, uid, resourceVersion));
    }
}
