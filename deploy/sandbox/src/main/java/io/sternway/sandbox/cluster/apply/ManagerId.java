package io.sternway.sandbox.cluster.apply;

/**
 * Who manages fields. The same name is another manager with another operation or subresource; for updates also with
 * another apiVersion.
 *
 * @param operation {@code Apply} or {@code Update}
 * @param apiVersion empty for appliers
 * @param subresource empty for the main resource
 */
public record ManagerId(String name, String operation, String apiVersion, String subresource) {

    public static ManagerId applier(String name, String subresource) {
        return new ManagerId(name, "Apply", "", subresource);
    }

    public static ManagerId updater(String name, String apiVersion, String subresource) {
        return new ManagerId(name, "Update", apiVersion, subresource);
    }

    /** As conflicts name it. */
    String display() {
        StringBuilder out = new StringBuilder("\"").append(name).append('"');
        if (!subresource.isEmpty()) {
            out.append(" with subresource \"").append(subresource).append('"');
        }
        if (operation.equals("Update")) {
            out.append(" using ").append(apiVersion);
        }
        return out.toString();
    }
}
