package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal, as the API server words it: what a client gets as {@code metav1.Status}.
 *
 * <p>An exception, because controllers and HTTP share the code that refuses; it carries no stack trace.
 */
public final class ApiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final @Nullable String reason;
    private final transient @Nullable Details details;

    public ApiFailure(int code, @Nullable String reason, String message, @Nullable Details details) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
    }

    /** {@code status.details}; what is null or empty is left out. */
    public record Details(
            @Nullable String name,
            @Nullable String group,
            @Nullable String kind,
            List<Cause> causes,
            @Nullable Integer retryAfterSeconds) {
        /** The failure has details, and nothing is in them. */
        public static final Details EMPTY = of(List.of());

        public Details {
            causes = List.copyOf(causes);
        }

        /** Of no object in particular. */
        public static Details of(List<Cause> causes) {
            return new Details(null, null, null, causes, null);
        }
    }

    /** {@code status.details.causes[]}. */
    public record Cause(
            String reason, String message, @Nullable String field) {}

    public int code() {
        return code;
    }

    public @Nullable String reason() {
        return reason;
    }

    public @Nullable Details details() {
        return details;
    }

    /** The body of the answer. */
    public ObjectNode status() {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", getMessage());
        if (reason != null) {
            status.put("reason", reason);
        }
        if (details != null) {
            ObjectNode out = status.putObject("details");
            putIfPresent(out, "name", details.name());
            putIfPresent(out, "group", details.group());
            putIfPresent(out, "kind", details.kind());
            if (!details.causes().isEmpty()) {
                var causes = out.putArray("causes");
                for (Cause cause : details.causes()) {
                    ObjectNode entry = causes.addObject();
                    putIfPresent(entry, "reason", cause.reason());
                    putIfPresent(entry, "message", cause.message());
                    putIfPresent(entry, "field", cause.field());
                }
            }
            if (details.retryAfterSeconds() != null) {
                out.put("retryAfterSeconds", details.retryAfterSeconds());
            }
        }
        status.put("code", code);
        return status;
    }

    private static void putIfPresent(ObjectNode node, String field, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            node.put(field, value);
        }
    }
}
