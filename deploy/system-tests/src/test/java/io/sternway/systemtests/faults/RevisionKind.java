package io.sternway.systemtests.faults;

import io.sternway.systemtests.content.PodBehaviour;

/** What a revision of a played promotion does once its Pods run; its end is known whatever else goes wrong. */
enum RevisionKind {
    /** Works in both stages. */
    GOOD(0, PodBehaviour.READY),
    /** Its Pods crash in the first stage; the second never sees it. */
    BREAKS_IN_ONE(1, PodBehaviour.CRASH),
    /** It passes the first stage, and its Pods crash in the second. */
    BREAKS_IN_TWO(2, PodBehaviour.CRASH),
    /** Its Pods crash in the second stage after they were ready: while it soaks, or while it is monitored. */
    BREAKS_LATER(2, PodBehaviour.READY_THEN_CRASH);

    private final int brokenStage;
    private final PodBehaviour there;

    RevisionKind(int brokenStage, PodBehaviour there) {
        this.brokenStage = brokenStage;
        this.there = there;
    }

    /** Whether a stage, 1 or 2, fails on it. */
    boolean breaksIn(int stage) {
        return stage == brokenStage;
    }

    /** What its Pods do in a stage, 1 or 2. */
    PodBehaviour pods(int stage) {
        return breaksIn(stage) ? there : PodBehaviour.READY;
    }
}
