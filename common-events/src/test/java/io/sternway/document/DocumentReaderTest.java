package io.sternway.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.document.DocumentReading.Invalid;
import io.sternway.document.DocumentReading.Unreadable;
import io.sternway.document.DocumentReading.Valid;
import io.sternway.settings.ApplyOptions.Conflicts;
import io.sternway.settings.ApplyOptions.HelmHooks;
import io.sternway.settings.CountOrPercent;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.settings.RolloutStrategy;
import io.sternway.settings.StageSettings;
import io.sternway.settings.StageSettings.MonitorFor;
import io.sternway.snapshot.CanonicalJson;
import io.sternway.snapshot.ContentSize;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.ObjectIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R1")
class DocumentReaderTest {

    @ParameterizedTest
    @MethodSource("io.sternway.document.Samples#valid")
    @DisplayName("R1 a valid document is taken, as JSON and as YAML")
    void validDocumentsAreTaken(Path sample) {
        assertInstanceOf(Valid.class, DocumentReader.read(Samples.bytes(sample)));
    }

    @ParameterizedTest
    @MethodSource("io.sternway.document.Samples#invalid")
    @DisplayName("R1 an invalid document is refused with every fault at once: path, value, what would be right")
    void everyFaultIsFoundAtOnce(Path sample) {
        Invalid invalid = assertInstanceOf(Invalid.class, DocumentReader.read(Samples.bytes(sample)));
        List<Fault> unexpected = new ArrayList<>(invalid.faults());
        List<String> missing = new ArrayList<>();
        for (String expected : Samples.header(sample, "fault")) {
            String[] pathAndMessage = expected.split(" \\| ", -1);
            boolean found = unexpected.removeIf(fault ->
                    fault.path().equals(pathAndMessage[0]) && fault.message().contains(pathAndMessage[1]));
            if (!found) {
                missing.add(expected);
            }
        }
        assertEquals(List.of(), missing, () -> "beside " + unexpected);
        assertEquals(List.of(), unexpected);
        assertFalse(invalid.tooLarge());
    }

    @Test
    @DisplayName("Section 1: defaults are filled in as documented")
    void defaultsAreFilledIn() {
        PromotionDocument document = valid(Samples.valid("minimal.yaml"));
        assertEquals("default/checkout", document.ref().key());
        assertNull(document.ifRevision());
        assertEquals(10, document.settings().revisionHistoryLimit());
        StageSettings stage = document.settings().stages().get(0);
        assertEquals(StageSettings.EmptyStage.Block, stage.emptyStage());
        assertEquals(
                new RolloutStrategy(
                        RolloutStrategy.Type.All,
                        CountOrPercent.percent(100),
                        CountOrPercent.count(0),
                        Duration.ofMinutes(10),
                        Duration.ZERO),
                stage.rollout());
        assertNull(stage.failure().failureThreshold());
        assertNull(stage.failure().maxConsecutiveFailures());
        assertEquals(OnFailure.Halt, stage.failure().onFailure());
        assertEquals(OnNoEvidence.Halt, stage.failure().onNoEvidence());
        assertEquals(MonitorFor.OFF, stage.monitorFor());
        assertEquals(Conflicts.Fail, stage.apply().conflicts());
        assertEquals(HelmHooks.Refuse, stage.apply().helmHooks());
        assertTrue(stage.apply().adoptFrom().contains("kubectl-client-side-apply"));
        assertTrue(stage.apply().adoptFrom().contains("helm"));
        assertEquals(Duration.ZERO, stage.delay());
    }

    @Test
    @DisplayName("Section 1: every field is read")
    void everyFieldIsRead() {
        PromotionDocument document = valid(Samples.valid("full.yaml"));
        assertEquals("payments/checkout", document.ref().key());
        assertEquals(41, document.ifRevision());
        assertEquals(
                Map.of("team", "pay", "example.org/tier", "1"),
                document.settings().labels());
        assertEquals(100, document.settings().revisionHistoryLimit());
        StageSettings staging = document.settings().stage("staging").orElseThrow();
        assertEquals(StageSettings.EmptyStage.Skip, staging.emptyStage());
        assertEquals(Duration.ofMinutes(10), staging.delay());
        StageSettings production = document.settings().stage("production").orElseThrow();
        assertEquals(
                new RolloutStrategy(
                        RolloutStrategy.Type.Progressive,
                        CountOrPercent.percent(25),
                        CountOrPercent.count(1),
                        Duration.ofMinutes(15),
                        Duration.ofMinutes(90)),
                production.rollout());
        assertEquals(Duration.ofMinutes(2), production.failure().failureThreshold());
        assertEquals(3, production.failure().maxConsecutiveFailures());
        assertEquals(OnFailure.Rollback, production.failure().onFailure());
        assertEquals(OnNoEvidence.Rollback, production.failure().onNoEvidence());
        assertEquals(MonitorFor.ALWAYS, production.monitorFor());
        assertEquals(Conflicts.Force, production.apply().conflicts());
        assertEquals(List.of(), production.apply().adoptFrom());
        assertEquals(HelmHooks.Ignore, production.apply().helmHooks());
        assertEquals(
                List.of(
                        "ConfigMap payments/checkout",
                        "ServiceAccount payments/checkout",
                        "Deployment.apps payments/checkout"),
                document.content().snapshot("production").objects().stream()
                        .map(object -> ObjectIdentity.of(object).toString())
                        .toList());
        assertEquals(
                "test",
                document.content()
                        .snapshot("staging")
                        .objects()
                        .get(0)
                        .at("/data/region")
                        .asText());
    }

    @Test
    @DisplayName("R2 JSON and YAML of the same document are the same revision and settings")
    void jsonAndYamlAreTheSame() {
        PromotionDocument yaml = valid(Samples.valid("minimal.yaml"));
        PromotionDocument json = valid(Samples.valid("minimal.json"));
        assertEquals(yaml, json);
        assertEquals(yaml.content().hash(), json.content().hash());
        assertEquals(yaml.settings(), json.settings());
    }

    @ParameterizedTest
    @MethodSource("io.sternway.document.Samples#valid")
    @DisplayName("R2 content survives being stored")
    void contentSurvivesBeingStored(Path sample) {
        PromotionDocument document = valid(Samples.bytes(sample));
        assertEquals(
                document.content(), RevisionContent.ofJson(document.content().toJson()));
    }

    @Test
    @DisplayName("R2 new settings are no new revision, new content is")
    void settingsAreNoContent() {
        String text = new String(Samples.valid("minimal.yaml"), UTF_8);
        PromotionDocument before = valid(Samples.valid("minimal.yaml"));
        PromotionDocument settings = valid((text + "      onFailure: Rollback\n").getBytes(UTF_8));
        assertEquals(before.content().hash(), settings.content().hash());
        assertNotEquals(before.settings(), settings.settings());
        PromotionDocument content = valid(text.replace("metadata: {name: checkout}}", "metadata: {name: other}}")
                .getBytes(UTF_8));
        assertNotEquals(before.content().hash(), content.content().hash());
        assertEquals(before.settings(), content.settings());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                       | 1 | 1  | the text is empty
            ' # only a comment'      | 1 | 1  | one document is expected
            {"a": [1}                | 1 | 9  | no JSON
            {"a": 1} {"b": 2}        | 1 | 10 | there is more after the end
            a: b: c                  | 1 | 5  | no YAML
            just text                | 1 | 1  | is an object
            [1, 2]                   | 1 | 1  | is an object
            a: !!java.net.URL [x]    | 1 | 4  | tag
            a: *nowhere              | 1 | 4  | alias
            a: &a [*a]               | 1 | 4  | alias
            {a: .inf}                | 1 | 2  | JSON
            """)
    @DisplayName("R1 what is neither JSON nor YAML, or no object, is unreadable, with line and column")
    void unreadableTextHasLineAndColumn(String text, int line, int column, String message) {
        Unreadable unreadable = assertInstanceOf(Unreadable.class, DocumentReader.read(text.getBytes(UTF_8)));
        assertTrue(unreadable.message().contains(message), unreadable.toString());
        assertEquals(List.of(line, column), List.of(unreadable.line(), unreadable.column()), unreadable.toString());
    }

    @Test
    @DisplayName("R1 two documents, and bytes that are no UTF-8, are unreadable")
    void otherBytesAreUnreadable() {
        assertInstanceOf(Unreadable.class, DocumentReader.read("a: 1\n---\nb: 2\n".getBytes(UTF_8)));
        Unreadable bytes = assertInstanceOf(
                Unreadable.class, DocumentReader.read(new byte[] {'a', ':', '\n', ' ', (byte) 0xff, (byte) 0xfe}));
        assertEquals(List.of(2, 2), List.of(bytes.line(), bytes.column()));
        assertInstanceOf(Unreadable.class, DocumentReader.read(new byte[] {0, 1, 2, 3}));
    }

    @Test
    @DisplayName("A byte order mark is no fault")
    void aByteOrderMarkIsNoFault() {
        assertInstanceOf(
                Valid.class,
                DocumentReader.read(("\ufeff" + new String(Samples.valid("minimal.json"), UTF_8)).getBytes(UTF_8)));
    }

    @Test
    @DisplayName("Bad input: nesting without end and aliases that explode are refused in bounded time and memory")
    void bombsAreRefused() {
        assertInstanceOf(
                Unreadable.class, DocumentReader.read("{\"a\":".repeat(100_000).getBytes(UTF_8)));
        assertInstanceOf(Unreadable.class, DocumentReader.read(("a: " + "[".repeat(100_000)).getBytes(UTF_8)));
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        StringBuilder chain = new StringBuilder("a0: &a0 [x]\n");
        StringBuilder text = new StringBuilder("a: &a " + "x".repeat(1_000_000) + "\nb: [");
        for (int i = 1; i < 2000; i++) {
            String alias = "*a" + (i - 1);
            if (i < 20) {
                laughs.append("a%d: &a%d [%s]\n"
                        .formatted(i, i, String.join(", ", java.util.Collections.nCopies(10, alias))));
            }
            chain.append("a%d: &a%d [%s]\n".formatted(i, i, alias));
            text.append("*a, ");
        }
        assertInstanceOf(Unreadable.class, DocumentReader.read(laughs.toString().getBytes(UTF_8)));
        assertInstanceOf(Unreadable.class, DocumentReader.read(chain.toString().getBytes(UTF_8)));
        assertInstanceOf(Unreadable.class, DocumentReader.read((text + "*a]\n").getBytes(UTF_8)));
    }

    @Test
    @DisplayName("Content over 8 MiB is refused with both sizes, and with nothing else if that is all")
    void contentOverTheLimitIsRefused() {
        String text = new String(Samples.valid("minimal.json"), UTF_8)
                .replace(
                        "\"metadata\": {\"name\": \"checkout\"}}]",
                        "\"metadata\": {\"name\": \"checkout\"}, \"data\": {\"a\": \"" + "x".repeat(ContentSize.LIMIT)
                                + "\"}}]");
        Invalid invalid = assertInstanceOf(Invalid.class, DocumentReader.read(text.getBytes(UTF_8)));
        assertTrue(invalid.tooLarge(), invalid.toString());
        assertEquals("checkout", invalid.promotion());
        assertTrue(invalid.faults().get(0).message().contains("at most 8388608 bytes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"%s\"", "'%s'", "%s", "{\"a\": \"%s\", b: c}", "|\n      %s", ">\n      %s"})
    @DisplayName("One huge string, however it is quoted, takes a time in proportion to its length")
    void hugeStrings(String form) {
        byte[] text =
                ("kind: Promotion\nspec:\n  note: " + form.formatted("x".repeat(15_000_000)) + "\n").getBytes(UTF_8);
        assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> assertInstanceOf(Invalid.class, DocumentReader.read(text)));
    }

    @Test
    @DisplayName("The refusal of a document with thousands of faults fits into one event")
    void faultsAreLimited() {
        StringBuilder text = new StringBuilder(new String(Samples.valid("minimal.yaml"), UTF_8));
        for (int i = 0; i < 5000; i++) {
            text.append("      unknown").append(i).append(": x\n");
        }
        Invalid invalid = assertInstanceOf(
                Invalid.class, DocumentReader.read(text.toString().getBytes(UTF_8)));
        assertEquals(1001, invalid.faults().size());
        assertTrue(invalid.faults().get(1000).message().startsWith("4000 further faults"));
    }

    @Test
    @DisplayName("Numbers, booleans and merge keys of YAML are read as kubectl reads them")
    void yamlIsReadAsKubectlReadsIt() {
        PromotionDocument document = valid("""
                apiVersion: sternway.io/v1alpha1
                kind: Promotion
                metadata: {name: a}
                spec:
                  content:
                    - application: a
                      manifests:
                        - apiVersion: example.org/v1
                          kind: Widget
                          metadata: {name: a}
                          spec:
                            base: &base {a: 1, b: 2}
                            merged: {<<: *base, b: 3}
                            several: {<<: [*base, {c: 4}]}
                            values: [0644, 0x10, 1_000, 12:30, 1e3, 1.50, yes, off, ~, 2026-01-01, "0644", 1.7.0, 0.0]
                            80: number
                  stages: [{name: s, clusterSelector: {}}]
                """.getBytes(UTF_8));
        assertEquals(
                "{\"80\":\"number\",\"base\":{\"a\":1,\"b\":2},\"merged\":{\"a\":1,\"b\":3},"
                        + "\"several\":{\"a\":1,\"b\":2,\"c\":4},"
                        + "\"values\":[420,16,1000,\"12:30\",1000,1.5,true,false,null,\"2026-01-01\",\"0644\",\"1.7.0\",0]}",
                CanonicalJson.write(document.content().common().objects().get(0).path("spec")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: Promotion\nmetadata: {name: pay, project: shop}",
                "metadata: {project: shop, name: pay}\nspec: 3"
            })
    @DisplayName("R1 a refused document still says whose it is, so that the refusal is recorded there")
    void aRefusedDocumentSaysWhoseItIs(String text) {
        Invalid invalid = assertInstanceOf(Invalid.class, DocumentReader.read(text.getBytes(UTF_8)));
        assertEquals("shop", invalid.project());
        assertEquals("pay", invalid.promotion());
    }

    @Test
    @DisplayName("R1 a name that is not well formed is nobody's")
    void aMalformedNameIsNobodys() {
        Invalid invalid = assertInstanceOf(
                Invalid.class, DocumentReader.read("metadata: {name: _x, project: 'a/b'}".getBytes(UTF_8)));
        assertNull(invalid.project());
        assertNull(invalid.promotion());
    }

    private static PromotionDocument valid(byte[] text) {
        DocumentReading reading = DocumentReader.read(text);
        return assertInstanceOf(Valid.class, reading, reading.toString()).document();
    }
}
