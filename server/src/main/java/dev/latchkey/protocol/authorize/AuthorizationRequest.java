package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CodeChallenge;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A request for an authorization code (contract 4.1), checked against the credential as it is at
 * this moment.
 */
sealed interface AuthorizationRequest {
  /**
   * The request does not tell to which address the browser can be sent safely, so Latchkey shows an
   * error page (rule 1.5). {@code flaw} is the key of the message that says what is wrong with the
   * parameter.
   */
  record Unusable(String flaw, String parameter) implements AuthorizationRequest {}

  /**
   * The request has an error, but the browser can be sent back to the app with this error, once its
   * user has signed in.
   */
  record Faulty(Answer answer, String error, String description) implements AuthorizationRequest {}

  /**
   * An organization lets the client in, so it is not known yet: it can be found only for a
   * signed-in user.
   */
  record Deferred() implements AuthorizationRequest {}

  /**
   * The organization of the user has not let in the client, or not with what it asks for.
   *
   * @param asked the scopes that it asks for; none, if it names none
   * @param allowed those that it may ask for now
   * @param back the error with which the browser can be sent back to the client; empty if it is not
   *     known where that is
   */
  record NotAllowed(
      PublicClientGuard.Outcome.Stopped stopped,
      Scopes asked,
      Scopes allowed,
      Optional<Faulty> back)
      implements AuthorizationRequest {}

  /** {@code separator}: the one that the app used between scopes; a comma if it used none. */
  record Sound(
      Answer answer,
      Allowance allowance,
      Scopes.Separator separator,
      Optional<CodeChallenge> challenge)
      implements AuthorizationRequest {
    RequestingClient client() {
      return answer.client;
    }

    Credential.Personal credential() {
      return answer.credential();
    }

    Scopes scope() {
      return allowance.scope();
    }
  }

  /**
   * The app that asks, where the browser goes in the end, and the state that is sent along with any
   * outcome.
   */
  record Answer(
      RequestingClient client, String redirectUri, Optional<String> state, boolean needsState) {
    Credential.Personal credential() {
      return client.credential();
    }

    boolean sendsIssuer() {
      return !credential().options().contains(Credential.Option.OMIT_ISSUER);
    }
  }

  String UNKNOWN_CLIENT = "authorize.unknown";
  String INVALID_SCOPE = "invalid_scope";
  int STATE_CHARS = 2_048;
  List<String> DOCUMENTED = List.of("client_id", "response_type");
  List<String> KNOWN =
      List.of(
          "client_id",
          "response_type",
          "state",
          "redirect_uri",
          "scope",
          "code_challenge",
          "code_challenge_method",
          "response_mode",
          "resource");

  /**
   * Parameters that are kept of a faulty request: the error that was found when it arrived. They
   * replace the faulty parameters, which can have any length.
   */
  String ERROR = "error";

  String ERROR_DESCRIPTION = "error_description";
  String NEEDS_STATE = "wants_our_state";

  /**
   * All parameters that are kept of a request until the user decides. A caller cannot send the last
   * three.
   */
  List<String> KEPT =
      Stream.concat(KNOWN.stream(), Stream.of(ERROR, ERROR_DESCRIPTION, NEEDS_STATE)).toList();

  /** The parameters to keep of this request. {@link #reopen} restores the request from them. */
  static Form kept(Form form, AuthorizationRequest judged) {
    return switch (judged) {
      case Unusable _ -> Form.EMPTY;
      case Deferred _ -> Form.of(form.values(KNOWN));
      case NotAllowed _ -> Form.of(form.values(KNOWN));
      case Faulty(Answer answer, String error, String description) -> {
        var kept = form.values(List.of("client_id", "state"));
        kept.put("redirect_uri", answer.redirectUri());
        kept.put(ERROR, error);
        kept.put(ERROR_DESCRIPTION, description);
        if (answer.needsState()) {
          kept.put(NEEDS_STATE, "yes");
        }
        yield Form.of(kept);
      }
      case Sound sound -> {
        var kept = form.values(KNOWN);
        kept.computeIfPresent("scope", (name, sent) -> sound.scope().joined(sound.separator()));
        yield Form.of(kept);
      }
    };
  }

  /** Checks a kept request again, because the credential may have changed since. */
  static AuthorizationRequest reopen(
      Form kept,
      Function<String, Optional<Resource>> resources,
      Function<String, Optional<RequestingClient>> clients) {
    AuthorizationRequest again = parse(kept, resources, clients);
    Optional<String> error = kept.value(ERROR);
    if (error.isEmpty()) {
      return again;
    }
    return switch (again) {
      case Unusable unusable -> unusable;
      case Deferred deferred -> deferred;
      case NotAllowed notAllowed -> notAllowed;
      case Faulty faulty -> withFoundError(faulty.answer(), error.get(), kept);
      case Sound sound -> withFoundError(sound.answer(), error.get(), kept);
    };
  }

  private static Faulty withFoundError(Answer answer, String error, Form kept) {
    return new Faulty(
        new Answer(
            answer.client(),
            answer.redirectUri(),
            answer.state(),
            kept.value(NEEDS_STATE).isPresent()),
        error,
        kept.value(ERROR_DESCRIPTION).orElse(""));
  }

  /** Checks a request. {@code resources} finds the resource that an address names. */
  static AuthorizationRequest parse(
      Form form,
      Function<String, Optional<Resource>> resources,
      Function<String, Optional<RequestingClient>> clients) {
    Optional<String> repeated = form.repeated(KNOWN);
    if (repeated.isPresent()) {
      return new Unusable("authorize.repeated", repeated.get());
    }
    if (form.value("state").map(String::length).orElse(0) > STATE_CHARS) {
      return new Unusable("authorize.too-long", "state");
    }
    Optional<RequestingClient> found = form.value("client_id").flatMap(clients);
    if (found.isEmpty()) {
      return new Unusable(UNKNOWN_CLIENT, "client_id");
    }
    RequestingClient client = found.get();
    Optional<String> redirectUri = redirectUri(form, client);
    if (redirectUri.isEmpty()) {
      return new Unusable("authorize.not-registered", "redirect_uri");
    }
    var answer =
        new Answer(
            client,
            redirectUri.get(),
            form.value("state"),
            KNOWN.stream()
                .filter(name -> form.value(name).isPresent())
                .toList()
                .equals(DOCUMENTED));
    return judge(form, resources, answer);
  }

  private static AuthorizationRequest judge(
      Form form, Function<String, Optional<Resource>> resources, Answer answer) {
    RequestingClient client = answer.client();
    Optional<String> responseType = form.value("response_type");
    if (responseType.isEmpty()) {
      return new Faulty(answer, "invalid_request", "The parameter response_type is missing.");
    }
    if (!responseType.get().equals("code")) {
      return new Faulty(answer, "unsupported_response_type", "The only response_type is code.");
    }
    if (!form.value("response_mode").orElse("query").equals("query")) {
      return new Faulty(answer, "invalid_request", "The only response_mode is query.");
    }
    Optional<String> address = form.value("resource");
    Optional<Resource> resource = address.flatMap(resources);
    if (address.isPresent() && resource.isEmpty()) {
      return new Faulty(answer, "invalid_target", "There is no resource with this address.");
    }
    Scopes scope = form.value("scope").map(Scopes::parse).orElse(client.credential().scope());
    if (scope.isEmpty() || !client.credential().scope().covers(scope)) {
      return new Faulty(
          answer, INVALID_SCOPE, "The scope is not a part of the credential's scope.");
    }
    return withChallenge(form, answer, Allowance.of(scope, resource));
  }

  private static AuthorizationRequest withChallenge(Form form, Answer answer, Allowance allowance) {
    Optional<String> challenge = form.value("code_challenge");
    Optional<String> method = form.value("code_challenge_method");
    if (challenge.isEmpty()) {
      if (method.isPresent()) {
        return new Faulty(
            answer, "invalid_request", "A code_challenge_method was sent without a challenge.");
      }
      return answer.client().requiresProofKey()
          ? new Faulty(answer, "invalid_request", "This credential requires a code_challenge.")
          : new Sound(answer, allowance, separator(form), Optional.empty());
    }
    if (!method.orElse("plain").equals("S256")) {
      return new Faulty(answer, "invalid_request", "The only code_challenge_method is S256.");
    }
    return CodeChallenge.parse(challenge.get())
        .<AuthorizationRequest>map(
            sound -> new Sound(answer, allowance, separator(form), Optional.of(sound)))
        .orElse(
            new Faulty(
                answer,
                "invalid_request",
                "The code_challenge is not 43 characters of base64url."));
  }

  private static Scopes.Separator separator(Form form) {
    return form.value("scope").flatMap(Scopes.Separator::usedIn).orElse(Scopes.Separator.COMMA);
  }

  private static Optional<String> redirectUri(Form form, RequestingClient client) {
    List<RedirectUri> registered = client.credential().redirectUris();
    return form.value("redirect_uri")
        .map(sent ->
            Optional.of(sent)
                .filter(uri -> registered.stream().anyMatch(known -> client.admits(known, uri))))
        .orElseGet(() -> registered.stream().map(RedirectUri::text).findFirst());
  }
}
