package io.sternway.promotion.messaging;

import io.sternway.document.PromotionDocument;
import io.sternway.events.Sha256;
import io.sternway.promotion.app.NewContent;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.snapshot.CanonicalJson;
import io.sternway.snapshot.FieldPath;
import io.sternway.snapshot.Placeholders;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** From the document that somebody wrote to what a decision needs of it. */
final class DocumentMapper {

    private DocumentMapper() {}

    /**
     * A valid document with its content as it is stored.
     *
     * @param document for the decision
     * @param content canonical, each part written and hashed once
     */
    record Mapped(Document document, NewContent content) {}

    static Mapped map(PromotionDocument source, String request) {
        Map<String, String> snapshots = new HashMap<>();
        // No stage has this name, so it gets what a stage without content of its own gets.
        Snapshot common = snapshot(source.content().snapshot(""), snapshots);
        Map<String, Snapshot> byStage = source.content().byStage().keySet().stream()
                .collect(Collectors.toMap(
                        stage -> stage, stage -> snapshot(source.content().snapshot(stage), snapshots)));
        String normalised = CanonicalJson.write(source.content().toJson());
        Document document = new Document(
                request,
                new PromotionRef(source.ref().project(), source.ref().promotion()),
                source.settings(),
                Sha256.hex(normalised),
                common,
                byStage,
                source.ifRevision());
        return new Mapped(document, new NewContent(normalised, snapshots));
    }

    private static Snapshot snapshot(io.sternway.snapshot.Snapshot content, Map<String, String> snapshots) {
        String written = CanonicalJson.write(content.toJson());
        String hash = Sha256.hex(written);
        snapshots.put(hash, written);
        Set<String> labels = content.objects().stream()
                .map(object -> Placeholders.find(object, FieldPath.root()))
                .flatMap(Collection::stream)
                .map(Placeholders.Placeholder::label)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new Snapshot(hash, labels);
    }
}
