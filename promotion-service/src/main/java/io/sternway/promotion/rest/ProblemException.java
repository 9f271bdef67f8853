package io.sternway.promotion.rest;

import java.util.List;

/** Ends a request with a problem; only for what the caller did wrong or asked for in vain. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** 400: at least one parameter is wrong. */
    static ProblemException badRequest(List<Problem.Fault> faults) {
        String detail = faults.size() == 1
                ? faults.get(0).parameter() + ": " + faults.get(0).message()
                : faults.size() + " parameters are wrong, see errors";
        return new ProblemException(new Problem(
                "https://sternway.io/problems/bad-request", "The request is not valid", 400, detail, null, faults));
    }

    /** 404: there is no such thing. */
    static ProblemException notFound(String detail) {
        return new ProblemException(new Problem(
                "https://sternway.io/problems/not-found", "There is no such thing", 404, detail, null, List.of()));
    }

    Problem problem() {
        return problem;
    }
}
