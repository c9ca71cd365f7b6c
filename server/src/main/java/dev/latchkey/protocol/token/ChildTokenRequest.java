package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A request for a child token (RFC 8693). The holder of the token need not name a client: holding
 * the token is the proof. {@code parent} is empty if the text does not have the form of a token.
 */
record ChildTokenRequest(
    Optional<ClientIdentity.Claimed> client,
    Optional<? extends Secret.Bearer> parent,
    Optional<Scopes> scope,
    Optional<String> actor,
    Optional<Duration> life)
    implements TokenRequest {
  static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

  private static final List<String> MORE_FIELDS =
      List.of(
          "subject_token",
          "subject_token_type",
          "requested_token_type",
          "actor_token",
          "actor_token_type",
          "audience",
          "actor",
          "requested_expires_in");

  static TokenRequest parse(Request request) {
    Form form = request.form();
    Optional<String> inQuery = request.query().anyOf(MORE_FIELDS);
    if (inQuery.isPresent()) {
      return refused("Send " + inQuery.get() + " in the body, never in the address.");
    }
    Optional<String> repeated = form.repeated(MORE_FIELDS);
    if (repeated.isPresent()) {
      return refused("The field " + repeated.get() + " was sent more than once.");
    }
    if (form.value("actor_token").or(() -> form.value("actor_token_type")).isPresent()) {
      return refused("There is no actor_token here. Name the agent or job in the field actor.");
    }
    if (form.value("subject_token").isEmpty()) {
      return refused("The field subject_token is missing.");
    }
    if (!form.value("subject_token_type").equals(Optional.of(ACCESS_TOKEN))
        || !form.value("requested_token_type").orElse(ACCESS_TOKEN).equals(ACCESS_TOKEN)) {
      return refused("The only type of token is " + ACCESS_TOKEN + ".");
    }
    String openInterface = request.openInterface();
    if (!form.value("audience").orElse(openInterface).equals(openInterface)) {
      return new Unusable(
          new Refusal(400, "invalid_target", "The only audience is " + openInterface + "."));
    }
    return wish(request, form);
  }

  private static TokenRequest wish(Request request, Form form) {
    Optional<Scopes> scope = form.value("scope").map(Scopes::parse);
    if (scope.isPresent() && scope.get().isEmpty()) {
      return new Unusable(new Refusal(400, "invalid_scope", "The scope is empty."));
    }
    Optional<String> actor = form.value("actor");
    if (actor.isPresent() && !Actors.isName(actor.get())) {
      return refused(
          "The actor is up to 64 letters, digits and . _ : / @ - and does not begin like an id or a secret.");
    }
    Optional<String> seconds = form.value("requested_expires_in");
    if (seconds.isPresent() && !seconds.get().matches("[1-9][0-9]{0,8}")) {
      return refused("The field requested_expires_in is a number of seconds.");
    }
    var complete =
        new ChildTokenRequest(
            Optional.empty(),
            form.value("subject_token").flatMap(Secret::bearer),
            scope,
            actor,
            seconds.map(Long::parseLong).map(Duration::ofSeconds));
    return complete.withClient(request, form);
  }

  /** A client that is named must be the one to which the token belongs. */
  private TokenRequest withClient(Request request, Form form) {
    boolean isNamed =
        form.value("client_id").isPresent()
            || form.value("client_secret").isPresent()
            || !request.headers().all("Authorization").isEmpty();
    if (!isNamed) {
      return this;
    }
    return switch (ClientIdentity.of(
        request, form.value("client_id"), form.value("client_secret"))) {
      case ClientIdentity.Unusable unusable -> new Unusable(unusable.refusal());
      case ClientIdentity.Claimed named ->
          new ChildTokenRequest(Optional.of(named), parent, scope, actor, life);
    };
  }

  private static Unusable refused(String description) {
    return new Unusable(Refusal.invalidRequest(description));
  }
}
