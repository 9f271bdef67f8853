package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.Set;

/** What is special about kinds that CustomResourceDefinitions bring. */
final class CustomResources {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final Set<String> BUILT_IN = Set.of("", "apps", "batch", "autoscaling", "policy");
    private static final int LOOKS = 40;

    private CustomResources() {}

    /** A 403 for an instance may only mean that its definition is being deleted: the answer does not say so. */
    static void endIfGoing(ClusterApi api, Planned planned) {
        String group = planned.name.group();
        if (BUILT_IN.contains(group) || group.endsWith(".k8s.io")) {
            return;
        }
        Reply reply = api.get(DEFINITIONS + planned.kind.resource() + "." + group);
        if (reply instanceof Ok ok && Fields.at(ok.object(), "metadata", "deletionTimestamp") != null) {
            throw Ended.soon("CrdTerminating", "the definition of " + planned.name.kind() + " is being deleted");
        }
        if (reply instanceof Failed failed && Meaning.of(failed.answer()) instanceof Meaning.TryAgain again) {
            throw Ended.tryAgain(again, false);
        }
    }

    /** Waits until the API server serves what a definition brings; usually some 40 ms. */
    static void awaitEstablished(ClusterApi api, Planned definition, Permit permit) {
        for (int i = 0; i < LOOKS; i++) {
            if (api.get(definition.path()) instanceof Ok ok
                    && "True".equals(Fields.condition(ok.object(), "Established"))) {
                definition.found(ok.object());
                return;
            }
            Pause.millis(i < 10 ? 10 : 50);
            permit.check();
        }
        throw Ended.soon("CrdNotEstablished", definition.name + " is not established");
    }
}
