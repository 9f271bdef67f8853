package io.sternway.clusters;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the text of an inventory file. */
public final class InventoryReader {

    private static final ObjectMapper YAML =
            new ObjectMapper(YAMLFactory.builder().build()).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private InventoryReader() {}

    /**
     * Reads an inventory.
     *
     * @param text the file's bytes, YAML or JSON in UTF-8
     * @param folder what relative paths in it count from
     */
    public static InventoryReading read(byte[] text, Path folder) {
        List<JsonNode> documents = new ArrayList<>();
        try (JsonParser parser = YAML.createParser(text);
                MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(parser)) {
            while (all.hasNextValue()) {
                documents.add(all.nextValue());
            }
        } catch (JsonProcessingException e) {
            return whole("", "it cannot be read as YAML" + at(e.getLocation()) + ": " + oneLine(e));
        } catch (IOException e) {
            return whole("", "it cannot be read as YAML: " + e.getMessage());
        }
        if (documents.isEmpty() || documents.get(0).isNull()) {
            return whole("", "it is empty; 'clusters: []' would be an inventory without clusters");
        }
        if (documents.size() > 1) {
            return whole(documents.size() + " documents", "one document is expected");
        }
        return new InventoryDocument(folder).read(documents.get(0));
    }

    private static InventoryReading whole(String value, String expected) {
        return new InventoryReading.Faulty(List.of(new InventoryFault("", value, expected)));
    }

    /** Without the drawing of the place, which the parser puts on indented lines. */
    private static String oneLine(JsonProcessingException e) {
        return e.getOriginalMessage()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .collect(Collectors.joining("; "));
    }

    private static String at(JsonLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
