package dev.latchkey.login.provider;

import dev.latchkey.model.person.EmailAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An external service with which people sign in by OpenID Connect. {@code hosts} are the hosts that
 * its endpoints may have, in addition to the host of the issuer. No other host is ever called.
 */
public record IdentityProvider(
    String name,
    String title,
    String issuer,
    Set<String> hosts,
    String clientId,
    ClientSecret secret,
    List<CreationRule> creationRules) {
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  public IdentityProvider {
    creationRules = List.copyOf(creationRules);
    var _ = checkedIssuer(issuer);
    hosts =
        Stream.concat(Stream.of(URI.create(issuer).getRawAuthority()), hosts.stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The address of an issuer, which is refused if it is not encrypted. */
  public static String checkedIssuer(String issuer) {
    if (!isSafe(issuer)) {
      throw new IllegalArgumentException(
          "must be https://HOST[:PORT][/PATH], or http:// on loopback, not " + issuer);
    }
    return issuer;
  }

  private static boolean isSafe(String issuer) {
    URI uri;
    try {
      uri = new URI(issuer);
    } catch (URISyntaxException malformed) {
      return false;
    }
    boolean safe =
        "https".equals(uri.getScheme())
            || ("http".equals(uri.getScheme())
                && LOOPBACK_NAMES.contains(String.valueOf(uri.getHost())));
    return safe
        && uri.getHost() != null
        && uri.getRawUserInfo() == null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null;
  }

  /** A person whom a rule creates. */
  public record Match(CreationRule rule, EmailAddress email, String name) {}

  /** The first rule that creates a person with these claims. */
  public Optional<Match> match(ProviderClaims claims) {
    return claims
        .verifiedEmail()
        .flatMap(email ->
            creationRules.stream()
                .filter(rule -> rule.matches(email, claims))
                .findFirst()
                .map(rule -> new Match(rule, email, claims.nameOr(email))));
  }

  /** The scope to ask for. More than the identity is read only if there are rules. */
  String scope() {
    return creationRules.isEmpty() ? "openid" : "openid email profile";
  }

  /** The secret with which Latchkey authenticates to the provider. */
  public record ClientSecret(String text) {
    @Override
    public String toString() {
      return "ClientSecret[redacted]";
    }
  }

  public boolean isAt(URI address) {
    return scheme().equals(address.getScheme())
        && address.getRawAuthority() != null
        && hosts.contains(address.getRawAuthority());
  }

  /**
   * The origins to which the form of a sign-in may lead, for the content security policy of its
   * page.
   */
  public String origins() {
    return hosts.stream()
        .sorted()
        .map(host -> scheme() + "://" + host)
        .collect(Collectors.joining(" "));
  }

  private String scheme() {
    return URI.create(issuer).getScheme();
  }
}
