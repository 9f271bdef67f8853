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

    static Problem of(int status, String detail, List<Fault> errors) {
        String type = switch (status) {
            case 404 -> "not-found";
            case 405 -> "method-not-allowed";
            case 406 -> "not-acceptable";
            case 415 -> "unsupported-media-type";
            default -> status < 500 ? "bad-request" : "internal";
        };
        String title = switch (status) {
            case 404 -> "There is no such thing";
            case 405 -> "The method is not allowed here";
            case 406 -> "No representation of that media type";
            case 415 -> "The media type is not supported";
            default -> status < 500 ? "The request is not valid" : "Something went wrong here";
        };
        return new Problem("https://sternway.io/problems/" + type, title, status, detail, null, errors);
    }

    /** At least one parameter is wrong. */
    static Problem badRequest(List<Fault> faults) {
        String detail = faults.size() == 1
                ? faults.get(0).parameter() + ": " + faults.get(0).message()
                : faults.size() + " parameters are wrong, see errors";
        return of(400, detail, faults);
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
