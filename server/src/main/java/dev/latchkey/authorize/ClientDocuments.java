package dev.latchkey.authorize;

import dev.latchkey.http.DocumentFetch;
import dev.latchkey.http.Json;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.PublicClient;
import dev.latchkey.model.PublicClientId;
import dev.latchkey.model.RedirectUri;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The documents in which apps describe themselves (draft-ietf-oauth-client-id-metadata-document). A
 * document is read again after five minutes. One that cannot be used is tried again after ten
 * seconds. The number of cached documents is bounded.
 */
public final class ClientDocuments {
    private static final Duration REUSE = Duration.ofMinutes(5);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);
    private static final int MOST = 256;
    private static final int MOST_REDIRECT_URIS = 20;

    private final DocumentFetch fetch;
    private final Map<PublicClientId, Known> cache =
            new LinkedHashMap<>(MOST, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<PublicClientId, Known> eldest) {
                    return size() > MOST;
                }
            };

    public ClientDocuments(DocumentFetch fetch) {
        this.fetch = fetch;
    }

    private record Known(Optional<PublicClient> document, Instant until) {}

    /** Empty if there is no usable document at the address. */
    Optional<PublicClient> find(PublicClientId id, Instant now) {
        synchronized (cache) {
            Known known = cache.get(id);
            if (known != null && known.until.isAfter(now)) {
                return known.document;
            }
        }
        Optional<PublicClient> document =
                fetch.get(URI.create(id.text()))
                        .flatMap(Json::parse)
                        .flatMap(json -> read(id, json));
        Duration reuse = document.isPresent() ? REUSE : RETRY_AFTER;
        synchronized (cache) {
            cache.put(id, new Known(document, now.plus(reuse)));
        }
        return document;
    }

    /** The document must name its own address, and must not expect a secret. */
    static Optional<PublicClient> read(PublicClientId id, JsonNode json) {
        boolean isPublic =
                json.path("client_id").asString("").equals(id.text())
                        && json.path("token_endpoint_auth_method").asString("none").equals("none")
                        && json.path("client_secret").isMissingNode();
        List<RedirectUri> uris = redirectUris(json);
        return isPublic && !uris.isEmpty()
                ? Optional.of(
                        new PublicClient(
                                id.text(), id.host(), name(json, id.host().orElse("")), uris))
                : Optional.empty();
    }

    /** The redirect URIs that a credential could have. Schemes of single apps are left out. */
    static List<RedirectUri> redirectUris(JsonNode json) {
        return json.path("redirect_uris")
                .valueStream()
                .map(uri -> uri.asString(""))
                .filter(uri -> RedirectUri.flawOf(uri).isEmpty())
                .distinct()
                .limit(MOST_REDIRECT_URIS)
                .map(RedirectUri::new)
                .toList();
    }

    static String name(JsonNode json, String otherwise) {
        return Optional.of(json.path("client_name").asString("").strip())
                .filter(name -> DisplayName.flawOf(name).isEmpty())
                .orElse(otherwise.substring(0, Math.min(otherwise.length(), 100)));
    }
}
