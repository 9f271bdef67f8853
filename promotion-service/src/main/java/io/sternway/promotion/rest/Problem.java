package io.sternway.promotion.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An error after RFC 9457, with every fault of the request at once. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "An error after RFC 9457, with every fault of the request at once")
public record Problem(
        @Schema(description = "Identifies the sort of problem")
        String type,

        @Schema(description = "The sort of problem, for people")
        String title,

        @Schema(description = "The HTTP status") int status,

        @Schema(description = "What is wrong with this request")
        String detail,

        @Schema(description = "The path of the request") @Nullable
        String instance,

        @Schema(description = "Every fault; empty if there is nothing to single out")
        List<Fault> errors) {

    /** The media type of problems. */
    public static final String MEDIA_TYPE = "application/problem+json";

    public Problem {
        errors = List.copyOf(errors);
    }

    /** One fault. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "ProblemFault", description = "One fault of a request")
    public record Fault(
            @Schema(description = "Which parameter") String parameter,

            @Schema(description = "What was given") @Nullable
            String value,

            @Schema(description = "What would be right") String message) {}
}
