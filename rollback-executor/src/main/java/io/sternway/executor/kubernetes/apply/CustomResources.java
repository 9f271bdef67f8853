package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Pause;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.vocabulary.ApiServerGroups;
import io.sternway.vocabulary.DeploymentReason;

/** What is special about kinds that CustomResourceDefinitions bring. */
final class CustomResources {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final int LOOKS = 40;

    private CustomResources() {}

    /** A 403 for an instance may only mean that its definition is being deleted: the answer does not say so. */
    static void endIfGoing(ClusterApi api, PlannedObject planned) {
        String group = planned.name.group();
        if (ApiServerGroups.contains(group)) {
            return;
        }
        Reply reply = api.get(DEFINITIONS + planned.kind.resource() + "." + group);
        if (reply instanceof Ok ok && Fields.isGoing(ok.object())) {
            throw AttemptEndedException.soon(
                    DeploymentReason.CrdTerminating, "the definition of " + planned.name.kind() + " is being deleted");
        }
        if (reply instanceof Failed failed && failed.meaning() instanceof AnswerMeaning.TryAgain again) {
            throw AttemptEndedException.retry(again, false);
        }
    }

    /** Waits until the API server serves what a definition brings; usually some 40 ms. */
    static void awaitEstablished(ClusterApi api, PlannedObject definition, Permit permit) {
        for (int i = 0; i < LOOKS; i++) {
            if (api.get(definition.path()) instanceof Ok ok
                    && "True".equals(Fields.condition(ok.object(), "Established"))) {
                definition.written(ok.object());
                return;
            }
            Pause.millis(i < 10 ? 10 : 50);
            permit.check();
        }
        throw AttemptEndedException.soon(DeploymentReason.CrdNotEstablished, definition.name + " is not established");
    }
}
