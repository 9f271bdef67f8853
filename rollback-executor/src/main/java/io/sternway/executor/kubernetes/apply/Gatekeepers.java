package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Objects of our own that an API server asks, or is asked through, before it takes others (K11): webhook configurations,
 * conversions of definitions, APIServices. A broken one stands in the way of everything that would mend it.
 */
final class Gatekeepers {
    private static final Set<String> KINDS =
            Set.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration", "APIService");

    private final List<PlannedObject> planned;

    Gatekeepers(List<PlannedObject> planned) {
        this.planned = planned;
    }

    /** Those that the snapshot has. */
    List<PlannedObject> wanted() {
        return planned.stream().filter(Gatekeepers::keepsAGate).toList();
    }

    /** Those of ours that the snapshot no longer has. */
    List<ObjectName> leaving(ObjectInventory inventory) {
        List<ObjectName> names = planned.stream().map(object -> object.name).toList();
        return Retention.leftovers(inventory.objects(), names).stream()
                .filter(name -> KINDS.contains(name.kind()))
                .toList();
    }

    private static boolean keepsAGate(PlannedObject object) {
        Map<String, Object> live = object.live;
        return KINDS.contains(object.name.kind())
                || (object.name.kind().equals("CustomResourceDefinition")
                        && live != null
                        && "Webhook".equals(Fields.text(live, "", "spec", "conversion", "strategy")));
    }
}
