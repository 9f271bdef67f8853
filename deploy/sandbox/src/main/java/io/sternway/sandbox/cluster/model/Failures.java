package io.sternway.sandbox.cluster.model;

import io.sternway.sandbox.cluster.model.ApiFailure.Cause;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The API server's refusals, in its words (compared with a real one). */
public final class Failures {
    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private Failures() {}

    public static ApiFailure notFound(ResourceKind kind, String name) {
        return new ApiFailure(
                404, "NotFound", kind.qualifiedPlural() + " \"" + name + "\" not found", details(kind, name));
    }

    /** The URL names nothing that is served. */
    public static ApiFailure noSuchResource() {
        return new ApiFailure(404, "NotFound", "the server could not find the requested resource", Details.EMPTY);
    }

    public static ApiFailure alreadyExists(ResourceKind kind, String name) {
        return new ApiFailure(
                409, "AlreadyExists", kind.qualifiedPlural() + " \"" + name + "\" already exists", details(kind, name));
    }

    public static ApiFailure modified(ResourceKind kind, String name) {
        return conflict(kind, name, MODIFIED);
    }

    public static ApiFailure conflict(ResourceKind kind, String name, String why) {
        return new ApiFailure(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + kind.qualifiedPlural() + " \"" + name + "\": " + why,
                details(kind, name));
    }

    /** A failed precondition of a delete names the kind, not the resource. */
    public static ApiFailure preconditionOfDelete(ResourceKind kind, String name, String why) {
        String qualified = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
        return new ApiFailure(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + qualified + " \"" + name + "\": " + why,
                new Details(name, kind.group(), kind.kind(), List.of(), null));
    }

    public static ApiFailure invalid(ResourceKind kind, String name, List<Fault> faults) {
        String qualified = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
        List<String> texts = faults.stream()
                .map(fault -> fault.field() + ": " + fault.message())
                .distinct()
                .toList();
        String all = texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
        List<Cause> causes = faults.stream()
                .map(fault -> new Cause(fault.reason(), fault.message(), fault.field()))
                .toList();
        return new ApiFailure(
                422,
                "Invalid",
                qualified + " \"" + name + "\" is invalid: " + all,
                new Details(name, kind.group(), kind.kind(), causes, null));
    }

    public static ApiFailure forbidden(ResourceKind kind, String name, String why, Cause... causes) {
        String what = name.isEmpty() ? kind.qualifiedPlural() : kind.qualifiedPlural() + " \"" + name + "\"";
        return new ApiFailure(
                403,
                "Forbidden",
                what + " is forbidden: " + why,
                new Details(name, kind.group(), kind.plural(), List.of(causes), null));
    }

    public static ApiFailure badRequest(String message) {
        return new ApiFailure(400, "BadRequest", message, null);
    }

    public static ApiFailure methodNotAllowed() {
        return new ApiFailure(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                Details.EMPTY);
    }

    /** The watch history no longer reaches back that far. */
    public static ApiFailure expired(long asked, long oldest) {
        return new ApiFailure(410, "Expired", "too old resource version: " + asked + " (" + oldest + ")", null);
    }

    /** Without reason and details, as some internal errors are. */
    public static ApiFailure internal(String message) {
        return new ApiFailure(500, null, message, null);
    }

    private static Details details(ResourceKind kind, @Nullable String name) {
        return new Details(name, kind.group(), kind.plural(), List.of(), null);
    }
}
