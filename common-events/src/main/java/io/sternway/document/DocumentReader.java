package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.document.DocumentReading.Invalid;
import io.sternway.document.DocumentReading.Unreadable;
import io.sternway.document.DocumentReading.Valid;
import io.sternway.events.PromotionRef;
import io.sternway.settings.ApplyOptions.HelmHooks;
import io.sternway.settings.Settings;
import io.sternway.settings.StageSettings;
import io.sternway.snapshot.CanonicalJson;
import io.sternway.snapshot.Content;
import io.sternway.snapshot.ContentSize;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import io.sternway.snapshot.Normalisation;
import io.sternway.snapshot.Normalisation.Manifest;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a promotion document from JSON or YAML in UTF-8 (docs/promotion-document.md): it is valid, or invalid with every
 * fault at once, or unreadable. Depth, aliases and sizes are limited, so that no text can exhaust the reader.
 */
public final class DocumentReader {

    /** So that the refusal of the worst document still fits into one event. */
    private static final int MOST_FAULTS = 1000;

    private DocumentReader() {}

    /** Reads a document. Whether it is JSON or YAML is seen from the text. */
    public static DocumentReading read(byte[] bytes) {
        List<Fault> faults = new ArrayList<>();
        JsonNode root;
        try {
            root = parse(text(bytes), faults);
        } catch (UnreadableException e) {
            return e.reading();
        }
        if (!root.isObject()) {
            return new Unreadable("a promotion document is an object with apiVersion, kind, metadata and spec", 1, 1);
        }
        return read(root, faults);
    }

    private static DocumentReading read(JsonNode root, List<Fault> faults) {
        Fields document = Fields.of(root, FieldPath.root(), faults);
        document.exactly("apiVersion", PromotionDocument.API_VERSION);
        document.exactly("kind", PromotionDocument.KIND);
        Fields metadata = required(document, "metadata");
        String name = metadata.name("name");
        String project = metadata.name("project", "default");
        Map<String, String> labels = LabelFields.labels(metadata, "labels");
        metadata.refuseUnknown();

        Fields spec = required(document, "spec");
        Long ifRevision = spec.wholeNumber("ifRevision", 0, Long.MAX_VALUE);
        Settings settings = SettingsFields.read(spec, labels);
        RevisionContent content = content(spec, settings, faults);
        spec.refuseUnknown();
        document.refuseUnknown();

        boolean fits = checkSize(content, faults);
        if (!faults.isEmpty()) {
            return new Invalid(orAbsent(project), orAbsent(name), limited(faults), !fits && faults.size() == 1);
        }
        return new Valid(new PromotionDocument(new PromotionRef(project, name), ifRevision, settings, content));
    }

    private static RevisionContent content(Fields spec, Settings settings, List<Fault> faults) {
        List<Manifest> common = ContentFields.read(spec, "content");
        if (!spec.has("content")) {
            spec.fault("content", "is required: what is to be deployed");
        }
        boolean hooksIgnored =
                settings.stages().stream().allMatch(stage -> stage.apply().helmHooks() == HelmHooks.Ignore);
        Content normalised = normalise(common, hooksIgnored ? HelmHooks.Ignore : HelmHooks.Refuse, faults);

        Map<String, Content> byStage = new HashMap<>();
        List<JsonNode> stages = spec.list("stages");
        for (int i = 0; i < settings.stages().size(); i++) {
            StageSettings stage = settings.stages().get(i);
            if (stages.get(i).hasNonNull("content")) {
                Fields fields = Fields.of(stages.get(i), spec.path("stages").index(i), faults);
                Content own = normalise(
                        ContentFields.read(fields, "content"), stage.apply().helmHooks(), faults);
                if (!own.objects().isEmpty()) {
                    byStage.put(stage.name(), own);
                }
            }
        }
        RevisionContent content = new RevisionContent(normalised, byStage);
        if (faults.isEmpty()) {
            for (int i = 0; i < settings.stages().size(); i++) {
                if (content.snapshot(settings.stages().get(i).name()).objects().isEmpty()) {
                    faults.add(new Fault(
                            spec.path("stages").index(i).text(),
                            settings.stages().get(i).name(),
                            "nothing is left to deploy in this stage; give content with at least one object"));
                }
            }
        }
        return content;
    }

    private static Content normalise(List<Manifest> manifests, HelmHooks helmHooks, List<Fault> faults) {
        Normalisation.Result result = Normalisation.normalise(manifests, helmHooks);
        faults.addAll(result.faults());
        return result.content();
    }

    private static boolean checkSize(RevisionContent content, List<Fault> faults) {
        int bytes = CanonicalJson.bytes(content.toJson()).length;
        return ContentSize.check(bytes, FieldPath.root().fields("spec", "content"))
                .map(fault -> !faults.add(fault))
                .orElse(true);
    }

    private static Fields required(Fields parent, String name) {
        if (!parent.has(name)) {
            parent.fault(name, "is required");
        }
        return parent.object(name);
    }

    private static List<Fault> limited(List<Fault> faults) {
        if (faults.size() <= MOST_FAULTS) {
            return faults;
        }
        List<Fault> first = new ArrayList<>(faults.subList(0, MOST_FAULTS));
        first.add(new Fault("", null, (faults.size() - MOST_FAULTS) + " further faults are not listed"));
        return first;
    }

    private static @Nullable String orAbsent(String name) {
        return name.isEmpty() ? null : name;
    }

    private static JsonNode parse(String text, List<Fault> faults) throws UnreadableException {
        if (text.isBlank()) {
            throw new UnreadableException("there is no document: the text is empty", 1, 1);
        }
        if (text.stripLeading().startsWith("{")) {
            List<Fault> jsonFaults = new ArrayList<>();
            try {
                JsonNode json = JsonSyntax.read(text, jsonFaults);
                faults.addAll(jsonFaults);
                return json;
            } catch (UnreadableException noJson) {
                return yamlInBraces(text, faults, noJson);
            }
        }
        return oneYaml(text, faults);
    }

    /** YAML may start with a brace too; if it is neither, it was meant to be JSON. */
    private static JsonNode yamlInBraces(String text, List<Fault> faults, UnreadableException noJson)
            throws UnreadableException {
        try {
            return oneYaml(text, faults);
        } catch (UnreadableException noYaml) {
            throw noJson;
        }
    }

    private static JsonNode oneYaml(String text, List<Fault> faults) throws UnreadableException {
        List<JsonNode> documents = YamlSyntax.read(text, number -> FieldPath.root(), faults);
        if (documents.size() != 1) {
            throw new UnreadableException("one document is expected, there are " + documents.size(), 1, 1);
        }
        return documents.get(0);
    }

    private static String text(byte[] bytes) throws UnreadableException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(in);
            boolean mark = text.length() > 0 && text.charAt(0) == '\ufeff';
            return text.subSequence(mark ? 1 : 0, text.length()).toString();
        } catch (CharacterCodingException e) {
            int line = 1;
            int lineStart = 0;
            for (int i = 0; i < in.position(); i++) {
                if (bytes[i] == '\n') {
                    line++;
                    lineStart = i + 1;
                }
            }
            throw new UnreadableException("the bytes are no UTF-8", line, in.position() - lineStart + 1);
        }
    }
}
