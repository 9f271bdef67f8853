package io.sternway.executor.domain;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects for tests from YAML. */
final class Json {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Json() {}

    static Map<String, Object> of(String yaml) {
        try {
            return YAML.readValue(yaml, new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
