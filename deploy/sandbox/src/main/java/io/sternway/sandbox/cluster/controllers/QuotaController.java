package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.RESOURCE_QUOTAS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.rules.Quantity;
import io.sternway.sandbox.cluster.rules.Quotas;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says how much of a quota is used. */
final class QuotaController implements Reconciler {
    private final Site site;

    QuotaController(Site site) {
        this.site = site;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(RESOURCE_QUOTAS)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().namespaced()) {
            site.list(RESOURCE_QUOTAS, Meta.namespace(event.object()))
                    .forEach(quota -> concerned.accept(ObjectKey.of(quota)));
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode quota = site.get(RESOURCE_QUOTAS, key);
        if (quota == null) {
            return null;
        }
        JsonNode hard = quota.path("spec").path("hard");
        Map<String, BigDecimal> used = new HashMap<>();
        for (ResourceKind kind : site.store().kinds().all()) {
            if (kind.namespaced()) {
                site.list(kind, key.namespace())
                        .forEach(object -> Quotas.usage(kind, object)
                                .forEach((resource, amount) -> used.merge(resource, amount, BigDecimal::add)));
            }
        }
        ObjectNode status = Json.object();
        status.set("hard", hard.deepCopy());
        ObjectNode counts = status.putObject("used");
        hard.fieldNames()
                .forEachRemaining(resource -> counts.put(
                        resource,
                        Quantity.canonical(
                                used.getOrDefault(resource, BigDecimal.ZERO).toPlainString())));
        site.status(RESOURCE_QUOTAS, quota, status);
        return null;
    }
}
