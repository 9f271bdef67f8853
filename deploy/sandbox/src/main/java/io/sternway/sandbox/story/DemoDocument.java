package io.sternway.sandbox.story;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The promotion that the demonstration publishes: one application through two stages. */
final class DemoDocument {

    static final String PROJECT = "payments";
    static final String PROMOTION = "checkout";
    static final String KEY = PROJECT + "/" + PROMOTION;
    static final String NAMESPACE = "shop";
    static final String APPLICATION = "checkout";

    private static final String RESOURCE = "/io/sternway/sandbox/checkout.yaml";

    private DemoDocument() {}

    static String image(long revision) {
        return "registry.example.com/checkout:" + revision + ".0";
    }

    /**
     * The document.
     *
     * @param revision gives the image's tag
     * @param podsInProduction what Pods do in the last stage: {@code ready} or {@code crash}
     */
    static String of(long revision, String podsInProduction) {
        try (InputStream resource = DemoDocument.class.getResourceAsStream(RESOURCE)) {
            String template =
                    new String(Objects.requireNonNull(resource, RESOURCE).readAllBytes(), StandardCharsets.UTF_8);
            return template.replace("{{image}}", image(revision))
                    .replace("{{version}}", revision + ".0")
                    .replace("{{podsInProduction}}", podsInProduction);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
