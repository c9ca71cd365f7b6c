package dev.latchkey.login.provider;

import com.nimbusds.jose.jwk.JWKSet;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.ExternalIdentity;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The client of a provider for the authorization code flow with PKCE, state and nonce. Starting a
 * sign-in causes no call to the provider, except for its configuration (see {@link Discovery}). The
 * keys of the provider are read with each sign-in that it has completed, so a withdrawn key is not
 * accepted.
 */
public final class OpenIdConnect {
  private final ProviderCalls calls;
  private final Map<IdentityProvider, Discovery> discoveries = new ConcurrentHashMap<>();

  public OpenIdConnect(ProviderCalls calls) {
    this.calls = calls;
  }

  /** Who a person is at a provider, and what the provider says about the person. */
  public record Identified(ExternalIdentity identity, ProviderClaims claims) {}

  public sealed interface Outcome {
    record Known(Identified person) implements Outcome {}

    enum Failed implements Outcome {
      PROVIDER_SILENT,
      TOKEN_UNSOUND
    }
  }

  /** The address to which the browser is sent; empty if the provider does not publish it. */
  public Optional<String> address(ProviderVisit visit, RequestMoment now) {
    return endpoints(visit.provider(), now)
        .map(Discovery.Endpoints::authorization)
        .map(endpoint ->
            endpoint + (endpoint.getRawQuery() == null ? "?" : "&") + parameters(visit));
  }

  private static String parameters(ProviderVisit visit) {
    return form(
        "response_type",
        "code",
        "client_id",
        visit.provider().clientId(),
        "redirect_uri",
        visit.redirectUri(),
        "scope",
        visit.provider().scope(),
        "state",
        visit.state(),
        "nonce",
        visit.nonce(),
        "code_challenge",
        visit.challenge(),
        "code_challenge_method",
        "S256");
  }

  public Outcome redeem(ProviderVisit visit, String code, RequestMoment now) {
    IdentityProvider provider = visit.provider();
    Optional<Discovery.Endpoints> known = endpoints(provider, now);
    Optional<JsonNode> answer = known.flatMap(at -> token(at, visit, code));
    if (answer.isEmpty()) {
      return Outcome.Failed.PROVIDER_SILENT;
    }
    Optional<JWKSet> keys = calls.get(provider, known.get().keys()).flatMap(OpenIdConnect::keySet);
    if (keys.isEmpty()) {
      return Outcome.Failed.PROVIDER_SILENT;
    }
    String nonce = visit.nonce();
    return IdToken.parse(answer.get().path("id_token").asString(""))
        .flatMap(token -> token.identity(provider, keys.get(), nonce, now.at()))
        .<Outcome>map(Outcome.Known::new)
        .orElse(Outcome.Failed.TOKEN_UNSOUND);
  }

  private Optional<JsonNode> token(Discovery.Endpoints at, ProviderVisit visit, String code) {
    String form =
        form(
            "grant_type",
            "authorization_code",
            "code",
            code,
            "redirect_uri",
            visit.redirectUri(),
            "code_verifier",
            visit.verifier());
    return calls.post(visit.provider(), at.token(), form, basic(visit.provider()));
  }

  private Optional<Discovery.Endpoints> endpoints(IdentityProvider provider, RequestMoment now) {
    return discoveries
        .computeIfAbsent(provider, known -> new Discovery(known, calls))
        .endpoints(now.at());
  }

  static Optional<JWKSet> keySet(JsonNode json) {
    try {
      return Optional.of(JWKSet.parse(json.toString()));
    } catch (ParseException unusable) {
      return Optional.empty();
    }
  }

  /**
   * The Authorization header. Id and secret are encoded before they are joined (RFC 6749 2.3.1).
   */
  private static String basic(IdentityProvider provider) {
    String pair = encoded(provider.clientId()) + ":" + encoded(provider.secret().text());
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private static String form(String... pairs) {
    return Stream.iterate(0, i -> i < pairs.length, i -> i + 2)
        .map(i -> pairs[i] + "=" + encoded(pairs[i + 1]))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
