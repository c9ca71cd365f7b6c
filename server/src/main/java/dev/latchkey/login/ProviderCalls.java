package dev.latchkey.login;

import dev.latchkey.http.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Calls to providers alone: at hosts of the configuration, bounded in time and size, following no
 * redirect (security row 132).
 */
public final class ProviderCalls {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final Duration TO_CONNECT = Duration.ofSeconds(3);
    private static final Duration IN_ALL = Duration.ofSeconds(8);
    private static final long MOST_BYTES = 262_144;

    /** Made for the first call: it reads all certificates of the JDK, and most never call. */
    private @Nullable HttpClient client;

    Optional<JsonNode> get(IdentityProvider provider, URI address) {
        return json(provider, HttpRequest.newBuilder(address).GET());
    }

    Optional<JsonNode> post(
            IdentityProvider provider, URI address, String form, String authorization) {
        return json(
                provider,
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Authorization", authorization)
                        .POST(BodyPublishers.ofString(form)));
    }

    private Optional<JsonNode> json(IdentityProvider provider, HttpRequest.Builder building) {
        HttpRequest request = building.header("Accept", "application/json").build();
        if (!provider.isAt(request.uri())) {
            return refused(provider, request, "is not at a host of the configuration");
        }
        // The client's own timeout ends with the head of the answer; a body may stall as well.
        CompletableFuture<HttpResponse<String>> answer =
                client().sendAsync(
                                request,
                                BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            HttpResponse<String> whole = answer.get(IN_ALL.toMillis(), TimeUnit.MILLISECONDS);
            return whole.statusCode() == 200
                    ? Json.parse(whole.body())
                    : refused(provider, request, "answered " + whole.statusCode());
        } catch (TimeoutException late) {
            answer.cancel(true);
            return refused(provider, request, "did not answer in time");
        } catch (ExecutionException broken) {
            return refused(provider, request, "could not be asked: " + broken.getCause());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return refused(provider, request, "was not waited for");
        }
    }

    private synchronized HttpClient client() {
        if (client == null) {
            client =
                    HttpClient.newBuilder()
                            .connectTimeout(TO_CONNECT)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
        }
        return client;
    }

    private static Optional<JsonNode> refused(
            IdentityProvider provider, HttpRequest request, String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "provider " + provider.name() + ": " + request.uri() + " " + why);
        return Optional.empty();
    }
}
