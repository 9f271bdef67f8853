package io.sternway.promotion.messaging;

import io.sternway.document.PromotionDocument;
import io.sternway.promotion.domain.PromotionRef;
import io.sternway.promotion.domain.intake.Document;
import io.sternway.promotion.domain.revision.Snapshot;
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
     * A valid document with what each stage applies, by hash.
     *
     * @param document for the decision
     * @param snapshots the contents that it names
     */
    record Mapped(Document document, Map<String, io.sternway.snapshot.Snapshot> snapshots) {}

    static Mapped map(PromotionDocument source, String request) {
        Map<String, io.sternway.snapshot.Snapshot> contents = new HashMap<>();
        // No stage has this name, so it gets what a stage without content of its own gets.
        Snapshot common = snapshot(source.content().snapshot(""), contents);
        Map<String, Snapshot> byStage = source.content().byStage().keySet().stream()
                .collect(Collectors.toMap(
                        stage -> stage, stage -> snapshot(source.content().snapshot(stage), contents)));
        Document document = new Document(
                request,
                new PromotionRef(source.ref().project(), source.ref().promotion()),
                source.settings(),
                source.content().hash(),
                common,
                byStage,
                source.ifRevision());
        return new Mapped(document, contents);
    }

    private static Snapshot snapshot(
            io.sternway.snapshot.Snapshot content, Map<String, io.sternway.snapshot.Snapshot> contents) {
        String hash = content.hash();
        contents.put(hash, content);
        Set<String> labels = content.objects().stream()
                .map(object -> Placeholders.find(object, FieldPath.root()))
                .flatMap(Collection::stream)
                .map(Placeholders.Placeholder::label)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new Snapshot(hash, labels);
    }
}
