package io.sternway.systemtests.content;

/** What the Pods of a template do, in the simulation and under kwok alike. */
public enum PodBehaviour {
    READY("ready"),
    CRASH("crash"),
    UNPULLABLE("unpullable"),
    NEVER_READY("never-ready"),
    READY_THEN_CRASH("ready-then-crash");

    private final String annotation;

    PodBehaviour(String annotation) {
        this.annotation = annotation;
    }

    /** The value of the annotation {@code sternway.io/pod}. */
    public String annotation() {
        return annotation;
    }
}
