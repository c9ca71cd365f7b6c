package dev.latchkey.login.provider;

import dev.latchkey.edge.http.Json;
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
 * Calls to providers. They go only to hosts in the configuration file, are limited in time and
 * size, and follow no redirect (security row 132).
 */
public final class ProviderCalls {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration TOTAL_TIMEOUT = Duration.ofSeconds(8);
  private static final long MAX_BYTES = 262_144;

  /**
   * Created for the first call, because it reads all certificates of the JDK and most installations
   * never call a provider.
   */
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
      return refused(provider, request, "is not at a host in the configuration file");
    }
    // The timeout of the client ends with the headers of the response, but the body may stall
    // as well. So there is a timeout for the whole call.
    CompletableFuture<HttpResponse<String>> answer =
        client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
    try {
      HttpResponse<String> whole = answer.get(TOTAL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return whole.statusCode() == 200
          ? Json.parse(whole.body())
          : refused(provider, request, "answered " + whole.statusCode());
    } catch (TimeoutException late) {
      answer.cancel(true);
      return refused(provider, request, "did not answer in time");
    } catch (ExecutionException broken) {
      return refused(provider, request, "could not be called: " + broken.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return refused(provider, request, "was interrupted");
    }
  }

  private synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(CONNECT_TIMEOUT)
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
