package io.sternway.executor.domain.content;

/** Labels and annotations that the executor reads or writes. */
public final class MetadataKeys {
    /** ApplySet specification (KEP-3659): which inventory an object belongs to. */
    public static final String PART_OF = "applyset.kubernetes.io/part-of";
    /** The same specification: the id that an inventory object carries. */
    public static final String APPLYSET_ID = "applyset.kubernetes.io/id";
    /** The same specification: who wrote the inventory. */
    public static final String APPLYSET_TOOLING = "applyset.kubernetes.io/tooling";
    /** On the inventory: project/promotion. */
    public static final String PROMOTION = "sternway.io/promotion";
    /** On the inventory: the newest epoch that was begun there. */
    public static final String EPOCH = "sternway.io/epoch";
    /** On the inventory: that epoch's revision. */
    public static final String REVISION = "sternway.io/revision";
    /**
     * On objects that were written while writes of an earlier epoch could still be on their way: the epoch. It makes
     * every object change, so that such a write, which names the state before, changes nothing (X3).
     */
    public static final String FENCE = "sternway.io/fence";
    /** Finer order (K3): an integer, default 0. */
    public static final String WAVE = "sternway.io/wave";
    /** {@code "true"}: may be pruned although its kind is kept (K5). */
    public static final String PRUNE = "sternway.io/prune";
    /** {@code Always}: a Job that a rollback runs again (K6). */
    public static final String RERUN = "sternway.io/rerun";
    /** {@code IfImmutable}: deleted and created where a change is refused as immutable (K6). */
    public static final String REPLACE = "sternway.io/replace";
    /** Helm's hooks (K6). */
    public static final String HELM_HOOK = "helm.sh/hook";

    private MetadataKeys() {}
}
