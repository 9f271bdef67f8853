package io.sternway.promotion.persistence;

import jakarta.persistence.Tuple;
import java.util.Collection;
import org.hibernate.Session;

/** The locks of promotions, taken in the order of their keys, so that two callers never wait for each other in a circle. */
final class PromotionLocks {

    private PromotionLocks() {}

    /** Waits for those of them that exist. */
    static void lock(Session session, Collection<String> keys) {
        session.createNativeQuery(
                        "SELECT promotion FROM promotion WHERE promotion = ANY(:keys) ORDER BY promotion FOR UPDATE",
                        Tuple.class)
                .setParameter("keys", keys.toArray(String[]::new))
                .getResultList();
    }
}
