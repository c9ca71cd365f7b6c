package dev.latchkey.protocol.revoke;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.issued.LeakedSecrets;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The endpoint at which anyone may report a secret that has leaked. A stranger who presents a
 * secret proves that it leaked, so no authentication is needed. The answer is the same for a secret
 * that is unknown, inactive or revoked by this report.
 *
 * <p>A list of partners who may report would be out of date, and a caller who could abuse the
 * endpoint can use the secret anyway. Even the last client secret is retired: a secret that is
 * public must stop working at once. Codes, sessions and one-time links are not accepted, because
 * they are short-lived or never leave the browser.
 */
public final class LeakEndpoint {
  public static final String PATH = "/oauth2/leaked";

  /** By which secret scanners recognise the secrets that programs hold. */
  static final String PATTERN = "lk_(at|rt|ot|ct|cs)_[0-9A-Za-z]{49}";

  private static final String FIELD = "token";
  private static final List<String> FIELDS = List.of(FIELD);

  private final LeakedSecrets secrets;
  private final MailInEveryLanguage mail;
  private final RateLimit rate;

  /** {@code rate}: how often one network may report a well-formed secret. */
  public LeakEndpoint(LeakedSecrets secrets, MailInEveryLanguage mail, RateLimit rate) {
    this.secrets = secrets;
    this.mail = mail;
    this.rate = rate;
  }

  public List<Route> routes() {
    return List.of(
        Route.open("GET", PATH, request -> pattern()).immediate(),
        Route.open("POST", PATH, this::post, Body.Kind.JSON, Body.Kind.FORM));
  }

  private static Response pattern() {
    return Response.json(200, Json.object().put("pattern", PATTERN));
  }

  private Response post(Request request) {
    if (request.query().value(FIELD).isPresent()) {
      return Refusal.invalidRequest("Send the token in the body, never in the address.").json();
    }
    Optional<String> sent =
        switch (request.body()) {
          case Body.OfJson json ->
              Optional.of(json.tree().path(FIELD))
                  .filter(JsonNode::isString)
                  .map(JsonNode::stringValue);
          case Body.OfForm form ->
              form.form().repeated(FIELDS).isEmpty() ? form.form().value(FIELD) : Optional.empty();
          case Body.OfUpload _, Body.OfImage _, Body.Unread _ -> Optional.empty();
        };
    if (sent.isEmpty()) {
      return Refusal.invalidRequest("The field token is missing or not one string.").json();
    }
    // A wrong checksum costs no look-up.
    Optional<? extends Secret> secret = Secret.ofProgram(sent.get());
    if (secret.isEmpty()) {
      return Response.json(200, Json.object());
    }
    Optional<Refusal> tooMany = rate.take(request.moment().network());
    if (tooMany.isPresent()) {
      return tooMany.get().json();
    }
    revoke(secret.get(), request.moment())
        .ifPresent(revoked -> inform(revoked, secret.get(), request.moment()));
    return Response.json(200, Json.object());
  }

  private void inform(LeakedSecrets.Revoked revoked, Secret secret, RequestMoment now) {
    mail.send(
        revoked.informed(),
        "leaked.subject",
        "leaked.text",
        now.at(),
        words ->
            List.of(
                revoked.app(),
                secret.prefix() + "…" + secret.ending(),
                words.moment(now.at()),
                now.address()));
  }

  private Optional<LeakedSecrets.Revoked> revoke(Secret secret, RequestMoment now) {
    return switch (secret) {
      case Secret.Access access -> secrets.revoke(access, now);
      case Secret.Refresh refresh -> secrets.revoke(refresh, now);
      case Secret.Organization token -> secrets.revoke(token, now);
      case Secret.Child child -> secrets.revoke(child, now);
      case Secret.Client client -> secrets.revoke(client, now);
      case Secret.Code _ -> Optional.empty();
      case Secret.Device _ -> Optional.empty();
      case Secret.Session _ -> Optional.empty();
      case Secret.PendingSignIn _ -> Optional.empty();
      case Secret.ExternalSignIn _ -> Optional.empty();
      case Secret.Browser _ -> Optional.empty();
      case Secret.Setup _ -> Optional.empty();
      case Secret.PasswordLink _ -> Optional.empty();
    };
  }
}
