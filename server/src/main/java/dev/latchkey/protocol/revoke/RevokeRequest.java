package dev.latchkey.protocol.revoke;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A request to revoke a token, in the JSON of the contract (4.6) or as the form of RFC 7009. */
sealed interface RevokeRequest {
  List<String> JSON_FIELDS = List.of("client_id", "client_secret", "access_token");
  List<String> FORM_FIELDS = List.of("client_id", "client_secret", "token", "token_type_hint");

  /** RFC 7009 names no error for this case; that of a refresh is the closest (RFC 6749 5.2). */
  Refusal NOT_ITS_OWN =
      new Refusal(400, "invalid_grant", "The token was issued to another client.");

  Refusal ORGANIZATION_TOKEN =
      new Refusal(
          400,
          "unsupported_token_type",
          "Organization tokens are revoked on the page of their credential.");

  record Unusable(Refusal refusal) implements RevokeRequest {}

  record Complete(ClientIdentity.Claimed client, Presented token, boolean isForm)
      implements RevokeRequest {}

  /** The token to revoke. */
  sealed interface Presented {
    record Access(Secret.Access token) implements Presented {}

    record Child(Secret.Child token) implements Presented {}

    record Refresh(Secret.Refresh token) implements Presented {}

    /** A text that cannot be a token that a caller of this endpoint was issued. */
    record Unknown() implements Presented {}
  }

  static RevokeRequest parse(Request request) {
    if (request
        .query()
        .anyOf(JSON_FIELDS)
        .or(() -> request.query().anyOf(FORM_FIELDS))
        .isPresent()) {
      return unusable("Send every field in the body, never in the address.");
    }
    return switch (request.body()) {
      case Body.OfJson json -> parse(json.tree(), request);
      case Body.OfForm form -> parse(form.form(), request);
      case Body.OfUpload _, Body.OfImage _, Body.Unread _ -> unusable("The body is missing.");
    };
  }

  private static RevokeRequest parse(JsonNode tree, Request request) {
    if (!tree.isObject()) {
      return unusable("The body is not a JSON object.");
    }
    for (String field : JSON_FIELDS) {
      JsonNode value = tree.path(field);
      if (!value.isString() || !isPlain(value.stringValue())) {
        return unusable("The field " + field + " is missing or not a string.");
      }
    }
    return switch (ClientIdentity.of(
        request,
        Optional.of(tree.path("client_id").stringValue()),
        Optional.of(tree.path("client_secret").stringValue()))) {
      case ClientIdentity.Unusable unusable -> new Unusable(unusable.refusal());
      case ClientIdentity.Claimed claimed ->
          new Complete(claimed, access(tree.path("access_token").stringValue()), false);
    };
  }

  /**
   * Whether the text is neither empty nor contains NUL. No store accepts NUL in a text, and forms
   * refuse it too.
   */
  private static boolean isPlain(String text) {
    return !text.isEmpty() && text.indexOf('\0') < 0;
  }

  private static RevokeRequest parse(Form form, Request request) {
    Optional<String> repeated = form.repeated(FORM_FIELDS);
    if (repeated.isPresent()) {
      return unusable("The field " + repeated.get() + " was sent more than once.");
    }
    Optional<String> token = form.value("token");
    if (token.isEmpty()) {
      return unusable("The field token is missing.");
    }
    if (Secret.ORGANIZATION.parse(token.get()).isPresent()) {
      return new Unusable(ORGANIZATION_TOKEN);
    }
    return switch (ClientIdentity.of(
        request, form.value("client_id"), form.value("client_secret"))) {
      case ClientIdentity.Unusable unusable -> new Unusable(unusable.refusal());
      case ClientIdentity.Claimed claimed -> new Complete(claimed, presented(token.get()), true);
    };
  }

  /** A form may present a token of each kind. */
  static Presented presented(String token) {
    return Secret.REFRESH
        .parse(token)
        .<Presented>map(Presented.Refresh::new)
        .orElseGet(() -> access(token));
  }

  private static Presented access(String token) {
    return Secret.ACCESS
        .parse(token)
        .<Presented>map(Presented.Access::new)
        .or(() -> Secret.CHILD.parse(token).map(Presented.Child::new))
        .orElse(new Presented.Unknown());
  }

  private static Unusable unusable(String description) {
    return new Unusable(Refusal.invalidRequest(description));
  }
}
