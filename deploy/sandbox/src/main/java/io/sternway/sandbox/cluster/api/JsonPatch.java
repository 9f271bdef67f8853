package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatchException;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;

/** RFC 6902. What cannot be done is 422, whatever the reason; the API server does not say which operation it was. */
final class JsonPatch {
    private JsonPatch() {}

    static ObjectNode apply(ObjectNode object, JsonNode patch) {
        try {
            return (ObjectNode) io.fabric8.zjsonpatch.JsonPatch.apply(patch, object);
        } catch (JsonPatchException e) {
            throw new ApiFailure(
                    422, "Invalid", "the server rejected our request due to an error in our request", Details.EMPTY);
        }
    }
}
