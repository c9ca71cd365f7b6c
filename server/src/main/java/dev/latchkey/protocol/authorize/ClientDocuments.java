package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.outside.DocumentFetch;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.User;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The documents in which apps describe themselves (draft-ietf-oauth-client-id-metadata-document). A
 * document is read again after five minutes. One that cannot be used is tried again after ten
 * seconds. If the host does not answer, the document that it had before is used for ten more
 * minutes. The number of cached documents is bounded.
 *
 * <p>Each person, and each organization, can only have a few documents fetched at once, so that no
 * one can keep others from theirs with hosts that do not answer.
 */
public final class ClientDocuments {
  private static final Duration REUSE = Duration.ofMinutes(5);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);
  private static final Duration USABLE_WITHOUT_ANSWER = Duration.ofMinutes(10);
  private static final int MOST = 256;
  private static final int AT_ONCE_FOR_PERSON = 2;
  private static final int AT_ONCE_FOR_ORGANIZATION = 16;
  private static final int MOST_REDIRECT_URIS = 20;

  /** What a document says of the texts of an app. */
  private static final Map<AppProfile.Text, String> LINKS =
      Map.of(AppProfile.Text.HOMEPAGE, "client_uri", AppProfile.Text.PRIVACY, "policy_uri");

  private final DocumentFetch fetch;
  private final Map<PublicClientId, Known> cache =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<PublicClientId, Known> eldest) {
          return size() > MOST;
        }
      };

  private final UnderWay underWay = new UnderWay();

  public ClientDocuments(DocumentFetch fetch) {
    this.fetch = fetch;
  }

  sealed interface Found {
    record Described(PublicClient app) implements Found {}

    enum Failed implements Found {
      /** There is no document that can be used. */
      NOT_DESCRIBED,
      /** Too many documents are being fetched. The same request may succeed a moment later. */
      TOO_MANY
    }
  }

  /**
   * What is known of an address.
   *
   * @param until from when the document is read again
   * @param withoutAnswer how long the document is used if the host does not answer
   */
  private record Known(Found found, Instant until, Instant withoutAnswer) {
    static Known of(Found found, Instant now) {
      return switch (found) {
        case Found.Described described ->
            new Known(described, now.plus(REUSE), now.plus(REUSE).plus(USABLE_WITHOUT_ANSWER));
        case Found.Failed failed -> new Known(failed, now.plus(RETRY_AFTER), now);
      };
    }

    /** The same document, although the host did not answer. */
    Known again(Instant now) {
      return new Known(found, now.plus(RETRY_AFTER), withoutAnswer);
    }
  }

  /** Finds the description of an app that this person wants to use. */
  Found find(PublicClientId id, User person, Instant now) {
    Optional<Known> known;
    synchronized (cache) {
      known = Optional.ofNullable(cache.get(id));
    }
    if (known.isPresent() && known.get().until.isAfter(now)) {
      return known.get().found;
    }
    Optional<Known> before = known.filter(old -> old.withoutAnswer.isAfter(now));
    return switch (fetch(id, person)) {
      case DocumentFetch.Fetched.Document(String text) ->
          keep(id, Known.of(described(id, text), now));
      case DocumentFetch.Fetched.Failed why ->
          switch (why) {
            case NO_DOCUMENT -> keep(id, Known.of(Found.Failed.NOT_DESCRIBED, now));
            case UNREACHABLE ->
                keep(
                    id,
                    before
                        .map(old -> old.again(now))
                        .orElseGet(() -> Known.of(Found.Failed.NOT_DESCRIBED, now)));
            case TOO_MANY -> before.map(Known::found).orElse(Found.Failed.TOO_MANY);
          };
    };
  }

  private DocumentFetch.Fetched fetch(PublicClientId id, User person) {
    if (!underWay.begin(person)) {
      return DocumentFetch.Fetched.Failed.TOO_MANY;
    }
    try {
      return fetch.get(URI.create(id.text()));
    } finally {
      underWay.end(person);
    }
  }

  private Found keep(PublicClientId id, Known known) {
    synchronized (cache) {
      cache.put(id, known);
    }
    return known.found;
  }

  private static Found described(PublicClientId id, String text) {
    return Json.parse(text)
        .flatMap(json -> read(id, json))
        .<Found>map(Found.Described::new)
        .orElse(Found.Failed.NOT_DESCRIBED);
  }

  /** The documents that are being fetched, counted by person and by organization. */
  private static final class UnderWay {
    private final Map<Id, Integer> counts = new HashMap<>();

    synchronized boolean begin(User person) {
      boolean hasRoom =
          count(person.id()) < AT_ONCE_FOR_PERSON
              && count(person.organization()) < AT_ONCE_FOR_ORGANIZATION;
      if (hasRoom) {
        counts.merge(person.id(), 1, Integer::sum);
        counts.merge(person.organization(), 1, Integer::sum);
      }
      return hasRoom;
    }

    synchronized void end(User person) {
      for (Id each : List.of(person.id(), person.organization())) {
        counts.computeIfPresent(each, (id, count) -> count == 1 ? null : count - 1);
      }
    }

    private int count(Id each) {
      return counts.getOrDefault(each, 0);
    }
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
                id.text(), id.host(), name(json, id.host().orElse("")), uris, links(json)))
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

  /** A link that a credential could not have is left out. */
  private static AppProfile links(JsonNode json) {
    return AppProfile.of(
        text -> Optional.ofNullable(LINKS.get(text)).map(name -> link(json, name)).orElse(""));
  }

  private static String link(JsonNode json, String name) {
    return Optional.of(json.path(name).asString(""))
        .filter(link -> AppProfile.flawOfLink(link).isEmpty())
        .orElse("");
  }

  static String name(JsonNode json, String otherwise) {
    return Optional.of(json.path("client_name").asString("").strip())
        .filter(name -> DisplayName.flawOf(name).isEmpty())
        .orElse(otherwise.substring(0, Math.min(otherwise.length(), 100)));
  }
}
