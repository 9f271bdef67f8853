package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * YAML text to trees, one for each document, as kubectl reads it (YAML 1.1 scalars, merge keys, aliases). Only plain data
 * is made; depth, aliases and the size after their expansion are limited.
 */
final class YamlSyntax {

    private static final int MOST_ALIASES = 10_000;
    private static final int LONGEST_TEXT = 32 * 1024 * 1024;

    private YamlSyntax() {}

    /**
     * Every document that is not empty.
     *
     * @param text the text
     * @param path the path of a document, by its number from 0, for faults
     * @param faults gets a fault for each name that stands twice in an object
     */
    static List<JsonNode> read(String text, IntFunction<FieldPath> path, List<Fault> faults)
            throws UnreadableException {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(JsonSyntax.DEPTH);
        options.setCodePointLimit(LONGEST_TEXT);
        options.setAllowDuplicateKeys(true);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        List<JsonNode> documents = new ArrayList<>();
        try {
            YamlTree tree = new YamlTree(faults);
            Composer composer = new Composer(new ParserImpl(new WholeText(text), options), new Resolver(), options);
            while (composer.checkNode()) {
                JsonNode document = tree.of(composer.getNode(), path.apply(documents.size()));
                if (!document.isNull()) {
                    documents.add(document);
                }
            }
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            String problem = e.getProblem() == null ? "not well formed" : e.getProblem();
            throw mark == null
                    ? new UnreadableException("no YAML: " + problem, 0, 0)
                    : new UnreadableException("no YAML: " + problem, mark.getLine() + 1, mark.getColumn() + 1);
        } catch (YAMLException e) {
            throw new UnreadableException("no YAML: " + e.getMessage(), 0, 0);
        }
        return documents;
    }
}
