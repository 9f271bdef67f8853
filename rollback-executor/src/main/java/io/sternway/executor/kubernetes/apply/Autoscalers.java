package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Replicas;
import io.sternway.executor.kubernetes.addressing.ServedKind;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which autoscalers decide on the replicas of the snapshot's workloads (K9): those on the cluster and those that the snapshot
 * brings, but for those that it no longer has.
 */
final class Autoscalers {
    private static final ObjectName HORIZONTAL = kind("autoscaling/v2", "HorizontalPodAutoscaler");
    /** Mostly it has an autoscaler of the kind above at its side; not while it is at 0 or paused. */
    private static final ObjectName KEDA = kind("keda.sh/v1alpha1", "ScaledObject");

    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final List<PlannedObject> planned;
    private final Set<String> identities;
    private final Map<String, List<Map<String, Object>>> found = new ConcurrentHashMap<>();
    private final Map<String, List<Map<String, Object>>> scaledObjects = new ConcurrentHashMap<>();
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    Autoscalers(ClusterApi api, ServedKinds kinds, Content content, List<PlannedObject> planned) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.planned = planned;
        this.identities = planned.stream().map(object -> object.name.identity()).collect(Collectors.toSet());
    }

    /** The namespaces in which workloads of the snapshot can be scaled. */
    Set<String> namespaces() {
        return planned.stream()
                .filter(PlannedObject::isScalable)
                .map(object -> object.name.namespace())
                .flatMap(Stream::ofNullable)
                .collect(Collectors.toSet());
    }

    /** Reads those of a namespace. */
    void read(String namespace) {
        found.put(namespace, list(HORIZONTAL, namespace));
    }

    /** Decides what an object that is there says of its replicas. */
    void settle(PlannedObject object) {
        Map<String, Object> live = object.live;
        if (live == null || !object.isScalable()) {
            return;
        }
        String decides = whoDecides(object, live);
        object.autoscaled = decides != null;
        object.autoscalerLeaves = left().anyMatch(autoscaler -> Replicas.scales(autoscaler, object.name));
        Integer write = Replicas.toWrite(
                object.replicas, live, object.autoscaled, content.owner().manager());
        Replicas.set(object.wanted, write);
        if (decides != null && object.replicas != null) {
            object.note(NoteKind.LeftToAutoscaler, ".spec.replicas is left to " + decides);
        }
    }

    /** Our own autoscalers that the snapshot no longer has and that scale what it has: they go before that is written. */
    List<ObjectName> leaving() {
        return left().filter(
                        autoscaler -> planned.stream().anyMatch(object -> Replicas.scales(autoscaler, object.name)))
                .map(ObjectName::of)
                .toList();
    }

    private Stream<Map<String, Object>> left() {
        return found.values().stream().flatMap(List::stream).filter(this::leaves);
    }

    private @Nullable String whoDecides(PlannedObject object, Map<String, Object> live) {
        String namespace = String.valueOf(object.name.namespace());
        Stream<Map<String, Object>> brought =
                planned.stream().filter(other -> isAutoscaler(other.name)).map(other -> other.wanted);
        Stream<Map<String, Object>> there = found.getOrDefault(namespace, List.of()).stream()
                .filter(autoscaler -> !leaves(autoscaler))
                .filter(autoscaler ->
                        !identities.contains(ObjectName.of(autoscaler).identity()));
        String autoscaler = first(Stream.concat(brought, there), object.name);
        if (autoscaler == null && object.replicas != null && !object.replicas.equals(Replicas.named(live))) {
            autoscaler = first(scaledObjects.computeIfAbsent(namespace, in -> list(KEDA, in)).stream(), object.name);
        }
        return autoscaler == null && unreadable.contains(namespace)
                ? Replicas.scaledByMachine(live, content.owner().manager())
                : autoscaler;
    }

    private static @Nullable String first(Stream<Map<String, Object>> autoscalers, ObjectName workload) {
        return autoscalers
                .filter(autoscaler -> Replicas.scales(autoscaler, workload))
                .map(autoscaler -> ObjectName.of(autoscaler).toString())
                .findFirst()
                .orElse(null);
    }

    private boolean leaves(Map<String, Object> autoscaler) {
        return content.owner().applySetId().equals(Fields.label(autoscaler, MetadataKeys.PART_OF))
                && !identities.contains(ObjectName.of(autoscaler).identity());
    }

    private List<Map<String, Object>> list(ObjectName kind, String namespace) {
        ServedKind served = kinds.find(api, content.cluster(), kind).orElse(null);
        if (served == null) {
            return List.of();
        }
        Reply reply = api.get(served.collection(kind.apiVersion(), namespace));
        if (reply instanceof Ok ok) {
            return Fields.maps(ok.object(), "items").stream()
                    .map(item -> named(item, kind))
                    .toList();
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.Refused) {
            unreadable.add(namespace);
            return List.of();
        }
        if (meaning.isAbsence() || meaning instanceof AnswerMeaning.KindMissing) {
            return List.of();
        }
        throw failed.ofRead()
                .end(
                        kind,
                        DeploymentReason.ReadFailed,
                        "autoscalers of namespace " + namespace + " cannot be read: "
                                + failed.answer().message());
    }

    /** Items of a list do not say of which kind they are. */
    private static Map<String, Object> named(Map<String, Object> item, ObjectName kind) {
        Map<String, Object> named = Fields.copy(item);
        named.put("apiVersion", kind.apiVersion());
        named.put("kind", kind.kind());
        return named;
    }

    private static boolean isAutoscaler(ObjectName name) {
        return (name.kind().equals(HORIZONTAL.kind()) && name.group().equals(HORIZONTAL.group()))
                || (name.kind().equals(KEDA.kind()) && name.group().equals(KEDA.group()));
    }

    private static ObjectName kind(String apiVersion, String kind) {
        return new ObjectName(apiVersion, kind, null, "");
    }
}
