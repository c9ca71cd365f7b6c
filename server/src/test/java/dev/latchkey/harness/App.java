package dev.latchkey.harness;

import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Credential;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A program that holds a personal credential and speaks to one server. */
public final class App {
  private static final JsonMapper JSON = new JsonMapper();

  private final String url;
  private final Credential.Personal credential;
  private final String secret;
  private final Http http;

  public App(String url, Credential.Personal credential, String secret) {
    this(url, credential, secret, Http.here());
  }

  private App(String url, Credential.Personal credential, String secret, Http http) {
    this.url = url;
    this.credential = credential;
    this.secret = secret;
    this.http = http;
  }

  /** The same app, which calls from another IP address. */
  public App elsewhere() {
    return new App(url, credential, secret, Http.elsewhere());
  }

  /** The same app, which sends its requests with another HTTP client. */
  public App by(Http other) {
    return new App(url, credential, secret, other);
  }

  /** The same app, which calls another node. */
  public App at(String otherUrl) {
    return new App(otherUrl, credential, secret, http);
  }

  public App withSecret(String other) {
    return new App(url, credential, other, http);
  }

  public String id() {
    return credential.clientId().value();
  }

  public String secret() {
    return secret;
  }

  public Credential.Personal credential() {
    return credential;
  }

  public String redirectUri() {
    return credential.redirectUris().getFirst().text();
  }

  /**
   * The documented query of an authorization request (contract 4.1), with the further parameters of
   * a test.
   */
  public String request(String... more) {
    return Http.encoded(Http.fields(fields("client_id", id(), "response_type", "code"), more));
  }

  public Answer consentPage(Browser browser, String... more) {
    Answer page = browser.authorize(request(more));
    if (page.status() != 200) {
      throw new AssertionError("no consent page: " + page);
    }
    return page;
  }

  /** Obtains a code: opens the consent page and approves. */
  public String code(Browser browser, String... more) {
    String code = browser.approve(consentPage(browser, more)).sent().get("code");
    if (code == null) {
      throw new AssertionError("no code");
    }
    return code;
  }

  public Tokens tokens(Browser browser, String... more) {
    return Tokens.of(redeem(code(browser, more)));
  }

  /** Exchanges a code for tokens (contract 4.2). */
  public Answer redeem(String code, String... more) {
    return token(
        Http.fields(
            fields(
                "client_id",
                id(),
                "client_secret",
                secret,
                "code",
                code,
                "grant_type",
                "authorization_code"),
            more));
  }

  /** Exchanges a refresh token for new tokens (contract 4.3). */
  public Answer refresh(String refreshToken, String... more) {
    return token(refreshFields(refreshToken, more));
  }

  public Answer refreshWithKey(String refreshToken, String key, String... more) {
    return token(refreshFields(refreshToken, more), "Idempotency-Key", key);
  }

  private Map<String, String> refreshFields(String refreshToken, String... more) {
    return Http.fields(
        fields("client_id", id(), "refresh_token", refreshToken, "grant_type", "refresh_token"),
        more);
  }

  public Answer token(Map<String, String> fields, String... headers) {
    return http.form(url + "/oauth2/token", fields, headers);
  }

  /** Revokes an access token (contract 4.6). */
  public Answer revoke(String accessToken) {
    return http.json(
        url + "/oauth2/revoke",
        JSON.createObjectNode()
            .put("client_id", id())
            .put("client_secret", secret)
            .put("access_token", accessToken)
            .toString());
  }

  /** Revokes a token with a form (RFC 7009). */
  public Answer revokeByForm(String token, String... more) {
    return http.form(
        url + "/oauth2/revoke",
        Http.fields(fields("client_id", id(), "client_secret", secret, "token", token), more));
  }

  /** Introspects a token (RFC 7662). */
  public Answer inspect(String token, String... more) {
    return http.form(
        url + "/oauth2/introspect",
        Http.fields(fields("client_id", id(), "client_secret", secret, "token", token), more));
  }

  public String basic() {
    return basic(id(), secret);
  }

  public static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  public static Map<String, String> fields(String... pairs) {
    return Http.fields(Map.of(), pairs);
  }
}
