package io.sternway.systemtests.history;

import io.sternway.events.PromotionRef;
import io.sternway.events.Sha256;

/** The names under which a promotion owns objects on clusters (K1). */
public final class OwnershipNames {

    /** The namespace of all inventory objects. */
    public static final String NAMESPACE = "sternway-system";

    /** On an inventory object: the newest epoch that was begun there. */
    public static final String EPOCH = "sternway.io/epoch";

    /** On an inventory object: the id that its objects carry. */
    public static final String ID = "applyset.kubernetes.io/id";

    /** On objects: the inventory that they belong to. */
    public static final String PART_OF = "applyset.kubernetes.io/part-of";

    private static final int NAME_PART = 40;
    private static final int HASH = 12;

    private OwnershipNames() {}

    /** The field manager of a promotion. */
    public static String manager(PromotionRef promotion) {
        return "sternway-" + hash(promotion);
    }

    /** The name of a promotion's inventory object, a ConfigMap. */
    public static String name(PromotionRef promotion) {
        String plain = promotion.project() + "-" + promotion.promotion();
        return "sternway-" + plain.substring(0, Math.min(NAME_PART, plain.length())) + "-" + hash(promotion);
    }

    private static String hash(PromotionRef promotion) {
        return Sha256.hex(promotion.key()).substring(0, HASH);
    }
}
