package io.sternway.promotion.rest;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Comparator;
import java.util.List;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Makes a problem of everything that ends a request, so that no error has another form (RFC 9457). */
public class ProblemMapper {

    private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

    /** What a resource says is wrong. */
    @ServerExceptionMapper
    public Response problem(ProblemException e, UriInfo uri) {
        return response(e.problem(), uri);
    }

    /** Every parameter that is not what it must be. */
    @ServerExceptionMapper
    public Response parameters(ConstraintViolationException e, UriInfo uri) {
        List<Problem.Fault> faults = e.getConstraintViolations().stream()
                .map(violation -> new Problem.Fault(
                        name(violation.getPropertyPath()), text(violation.getInvalidValue()), violation.getMessage()))
                .sorted(Comparator.comparing(Problem.Fault::parameter))
                .toList();
        return response(Problem.badRequest(faults), uri);
    }

    /** The last part of a path: the parameter's own name. */
    private static String name(Path path) {
        String name = "";
        for (Path.Node node : path) {
            name = node.getName();
        }
        return name;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** What the framework says is wrong: an unknown path, a method that is not allowed, a media type. */
    @ServerExceptionMapper
    public Response framework(WebApplicationException e, UriInfo uri) {
        int status = e.getResponse().getStatus();
        return response(Problem.of(status, detail(status, uri), List.of()), uri);
    }

    /** Everything else is our fault; what it was stands in the log only. */
    @ServerExceptionMapper
    public Response unexpected(RuntimeException e, UriInfo uri) {
        LOG.errorf(e, "request failed unexpectedly path=%s", uri.getPath());
        String detail = "The request could not be answered; the service's log says why";
        return response(Problem.of(500, detail, List.of()), uri);
    }

    private static Response response(Problem p, UriInfo uri) {
        Problem withInstance = new Problem(p.type(), p.title(), p.status(), p.detail(), uri.getPath(), p.errors());
        return Response.status(p.status())
                .type(Problem.MEDIA_TYPE)
                .entity(withInstance)
                .build();
    }

    private static String detail(int status, UriInfo uri) {
        return switch (status) {
            case 404 -> "There is nothing at " + uri.getPath() + "; the API begins at /api/v1/promotions";
            case 405 -> "The API is read only: GET and HEAD";
            case 406 -> "Answers are application/json";
            default -> "The request cannot be handled (status " + status + ")";
        };
    }
}
