package io.sternway.events;

/**
 * Names a promotion. Both parts are DNS labels.
 *
 * @param project the project that owns it
 * @param promotion its name, unique in the project
 */
public record PromotionRef(String project, String promotion) {

    /** The key of everything that belongs to one promotion: {@code project/promotion}. */
    public String key() {
        return project + "/" + promotion;
    }
}
