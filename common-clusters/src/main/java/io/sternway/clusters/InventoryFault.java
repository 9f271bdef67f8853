package io.sternway.clusters;

/**
 * Something wrong with an inventory file.
 *
 * @param path where, for example {@code clusters[3].labels.env}; empty for the file as a whole
 * @param value what stands there, shortened
 * @param expected what would be right
 */
public record InventoryFault(String path, String value, String expected) {

    /** For people. */
    @Override
    public String toString() {
        String where = path.isEmpty() ? "the file" : path;
        return value.isEmpty() ? where + ": " + expected : where + " = " + value + ": " + expected;
    }
}
