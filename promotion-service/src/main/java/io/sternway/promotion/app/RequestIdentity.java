package io.sternway.promotion.app;

/**
 * Which request something is about (R1).
 *
 * @param source CloudEvents source
 * @param id CloudEvents id
 * @param hash of its bytes
 */
public record RequestIdentity(String source, String id, String hash) {}
