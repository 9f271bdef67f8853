package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.settings.StageSettings;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What decisions about some promotions need to know about the fleet: their targets, and what their stages select. */
@ApplicationScoped
public class ReadFleetView {

    private final Fleet fleet;
    private final Inventories inventories;

    ReadFleetView(Fleet fleet, Inventories inventories) {
        this.fleet = fleet;
        this.inventories = inventories;
    }

    /** Reads it in the caller's transaction. */
    public FleetView read(Collection<Promotion> promotions) {
        Optional<Inventory> inventory = inventories.all();
        Set<String> clusters = new TreeSet<>();
        for (Promotion promotion : promotions) {
            clusters.addAll(promotion.targets().keySet());
            inventory.ifPresent(known -> addSelected(clusters, promotion, known));
        }
        return fleet.view(clusters);
    }

    private static void addSelected(Set<String> clusters, Promotion promotion, Inventory inventory) {
        Stream.concat(
                        promotion.settings().stages().stream(),
                        promotion.runs().values().stream()
                                .flatMap(run -> run.stages().stream())
                                .map(stage -> stage.settings()))
                .map(StageSettings::selector)
                .distinct()
                .forEach(selector -> clusters.addAll(inventory.current().selectedBy(selector)));
    }
}
