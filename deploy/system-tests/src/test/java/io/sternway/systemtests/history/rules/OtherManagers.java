package io.sternway.systemtests.history.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.systemtests.history.ServedObject;

/** Who else works on an object. */
final class OtherManagers {

    private static final String CONTROLLERS = "kube-controller-manager";

    private OtherManagers() {}

    /** Whether somebody besides the owner and Kubernetes' own controllers has set fields, or its scale. */
    static boolean change(ServedObject object, String owner) {
        for (JsonNode entry : object.object().path("metadata").path("managedFields")) {
            String manager = entry.path("manager").asText();
            boolean status = entry.path("subresource").asText().equals("status");
            if (!manager.equals(owner) && !manager.equals(CONTROLLERS) && !status) {
                return true;
            }
        }
        return false;
    }
}
