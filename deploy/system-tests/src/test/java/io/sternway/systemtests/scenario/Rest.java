package io.sternway.systemtests.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.Stack;
import io.sternway.systemtests.content.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What promotion-service answers over HTTP. */
public final class Rest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Rest() {}

    /** GET; fails the test unless the answer is 200. */
    public static JsonNode get(Stack stack, String path) {
        HttpResponse<String> answer = answer(stack, path);
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return Json.read(answer.body());
    }

    /** GET, whatever the answer. */
    public static HttpResponse<String> answer(Stack stack, String path) {
        String url = stack.service(Service.PROMOTION_SERVICE).url() + path;
        try {
            return CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(url, e);
        }
    }
}
