package io.sternway.executor.domain.content;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The names under which a promotion owns objects on a cluster (K1). They are the same on every cluster.
 *
 * @param project the project
 * @param promotion the promotion
 */
public record Owner(String project, String promotion) {
    /** The namespace of all inventories. */
    public static final String NAMESPACE = "sternway-system";

    private static final int NAME_PART = 40;

    /** The field manager: {@code sternway-<12 hex>}. */
    public String manager() {
        return "sternway-" + hash();
    }

    /** The inventory ConfigMap's name: {@code sternway-<first 40 of project-promotion>-<12 hex>}. */
    public String inventoryName() {
        String plain = project + "-" + promotion;
        return "sternway-" + plain.substring(0, Math.min(NAME_PART, plain.length())) + "-" + hash();
    }

    /** The ApplySet's id (KEP-3659), which every object carries as a label. */
    public String applySetId() {
        byte[] digest = sha256(inventoryName() + "." + NAMESPACE + ".ConfigMap.");
        return "applyset-" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + "-v1";
    }

    /** project/promotion. */
    public String key() {
        return project + "/" + promotion;
    }

    private String hash() {
        return HexFormat.of().formatHex(sha256(key()), 0, 6);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(ascii(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Names are DNS labels. */
    private static byte[] ascii(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }
}
