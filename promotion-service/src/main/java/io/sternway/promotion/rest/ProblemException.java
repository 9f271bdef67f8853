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

    /** 404: there is no such thing. */
    static ProblemException notFound(String detail) {
        return new ProblemException(Problem.of(404, detail, List.of()));
    }

    Problem problem() {
        return problem;
    }
}
