package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.credential.ChangeCredential;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Transcript;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.token.CodeChallenge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Lets the owner of a personal credential go through the whole flow in the browser, and shows each
 * request and its answer. The requests are those of the contract; they go through the same routes
 * as the requests of an app, inside the process (decision 0060).
 */
public record TrialPage(
    OwnCredentials section,
    ChangeCredential change,
    InternalClient client,
    RandomGenerator random) {
  /**
   * What the page shows. {@code callback}: the redirect URI of the page, which the credential must
   * have. {@code authorize}: the address that starts a new trial.
   */
  public record View(
      Credential.Personal credential,
      String href,
      String callback,
      String authorize,
      Trial trial,
      FormErrors errors) {
    public boolean isRegistered() {
      return credential.redirectUris().stream().map(RedirectUri::text).anyMatch(callback::equals);
    }

    public List<TrialStep> steps() {
      return List.of(TrialStep.values());
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{client_id}/try";
    return List.of(
        section.page(pageGuard, Effect.READ, here, guarded(this::start)),
        section.page(pageGuard, Effect.CHANGE, here, guarded(this::take)),
        section.page(pageGuard, Effect.READ, here + "/callback", guarded(this::arrive)),
        section.page(pageGuard, Effect.CHANGE, here + "/redirect-uri", guarded(this::register)));
  }

  private CredentialScope.SectionHandler guarded(
      CredentialScope.CredentialHandler<Credential.Personal> handler) {
    return section.withCredential(
        Credential.Personal.class, Rights.Act.MANAGE_PERSONAL_CREDENTIALS, handler);
  }

  private Response start(CredentialRequest<Credential.Personal> at) {
    return show(at, RedirectNotice.page(at.request()), Trial.NEW, FormErrors.NONE);
  }

  /**
   * Adds the address of this page to the redirect URIs of the credential. It becomes the last one,
   * because the first is used for requests that name none.
   */
  private Response register(CredentialRequest<Credential.Personal> at) {
    String callback = callback(at);
    WantedCredential entered = WantedCredential.of(at.credential());
    if (entered.redirectUris().contains(callback)) {
      return registered(at);
    }
    int seen = at.credential().version();
    WantedCredential wanted = entered.withRedirectUri(callback);
    return switch (change.by(at.request().actor(), at.credential(), seen, wanted)) {
      case ChangeCredential.Changed _ -> registered(at);
      case FlawedCredential _ -> notRegistered(at, "trial.not-registered");
      case ChangeCredential.Refused.EDIT_CONFLICT -> notRegistered(at, "trial.edit-conflict");
      case ChangeCredential.Refused.NOT_FOUND, ChangeCredential.Refused.NOT_OWNED -> at.notFound();
    };
  }

  private static Response registered(CredentialRequest<Credential.Personal> at) {
    return at.request().seeOther(RedirectNotice.SAVED.after(at.href() + "/try"));
  }

  private Response notRegistered(CredentialRequest<Credential.Personal> at, String why) {
    Page page = at.request().page().withProblem(why);
    return show(at, page, Trial.NEW, FormErrors.of(409));
  }

  /**
   * The browser comes back from the consent page. The answer is accepted only if this session has
   * asked for it and this server has given it.
   */
  private Response arrive(CredentialRequest<Credential.Personal> at) {
    PageRequest request = at.request();
    Form answer = request.query();
    Optional<TrialProof> proof =
        answer
            .value("state")
            .flatMap(state -> TrialProof.check(state, request.key(), at.credential().clientId()));
    boolean isFromHere = answer.value("iss").map(request.baseUrl()::equals).orElse(true);
    if (proof.isEmpty() || !isFromHere) {
      Page page = request.page().withProblem("trial.state-wrong");
      return show(at, page, Trial.NEW, FormErrors.of(400));
    }
    var sent = InternalClient.Sent.get(authorize(at, proof.get()));
    var received =
        new InternalClient.Received(
            302,
            List.of(new Header("Location", callback(at) + "?" + request.request().rawQuery())),
            "");
    Transcript shown = Transcript.of(sent, authority(at), received);
    Optional<String> error = answer.value("error");
    Page page =
        error.isEmpty() ? request.page() : request.page().withProblem("trial.refused", error.get());
    String code = answer.value("code").orElse("");
    return show(at, page, Trial.authorized(code, proof.get(), shown), FormErrors.NONE);
  }

  private Response take(CredentialRequest<Credential.Personal> at) {
    Form form = at.request().form();
    Trial trial = Trial.in(form);
    Optional<TrialStep> step = form.value("step").flatMap(TrialStep::named);
    if (step.isEmpty() || !trial.isReady(step.get())) {
      Page page = at.request().page().withProblem("trial.not-sent");
      return show(at, page, trial, FormErrors.of(400));
    }
    if (step.get().needsSecret() && trial.held().secret().isEmpty()) {
      var errors = FormErrors.of(400, "client_secret", "trial.secret-missing");
      return show(at, at.request().page().withProblem("trial.not-sent"), trial, errors);
    }
    return show(at, at.request().page(), after(step.get(), trial, at), FormErrors.NONE);
  }

  private Trial after(TrialStep step, Trial trial, CredentialRequest<Credential.Personal> at) {
    InternalClient.Sent sent = request(step, trial.held(), at.credential());
    InternalClient.Sent shown = request(step, trial.held().masked(), at.credential());
    InternalClient.Received received = client.send(sent, at.request().request()).orElseThrow();
    return trial.after(step, Transcript.of(shown, authority(at), received), received);
  }

  /** The request of a step, as the contract describes it. */
  private static InternalClient.Sent request(
      TrialStep step, Trial.Held held, Credential.Personal credential) {
    String id = credential.clientId().value();
    return switch (step) {
      case EXCHANGE -> {
        var fields = new LinkedHashMap<String, String>();
        fields.put("grant_type", "authorization_code");
        fields.put("client_id", id);
        fields.put("client_secret", held.secret());
        fields.put("code", held.code());
        fields.put("code_verifier", held.verifier());
        yield InternalClient.Sent.form("/oauth2/token", fields);
      }
      case CALL -> InternalClient.Sent.get(firstCall(credential), bearer(held));
      case INTROSPECT -> InternalClient.Sent.get("/oauth2/introspect", bearer(held));
      case REFRESH -> {
        var fields = new LinkedHashMap<String, String>();
        fields.put("grant_type", "refresh_token");
        fields.put("client_id", id);
        fields.put("refresh_token", held.refresh());
        yield InternalClient.Sent.form("/oauth2/token", fields);
      }
      case REVOKE ->
          InternalClient.Sent.json(
              "/oauth2/revoke",
              Json.object()
                  .put("client_id", id)
                  .put("client_secret", held.secret())
                  .put("access_token", held.access())
                  .toString());
    };
  }

  private static Header bearer(Trial.Held held) {
    return new Header("Authorization", "Bearer " + held.access());
  }

  /** A call that Latchkey answers itself and, if there is one, that the scope allows. */
  private static String firstCall(Credential credential) {
    return DirectoryCall.first(credential.scope()).orElse(DirectoryCall.ME).path();
  }

  private Response show(
      CredentialRequest<Credential.Personal> at, Page page, Trial trial, FormErrors errors) {
    TrialProof next = TrialProof.draw(at.request().key(), at.credential().clientId(), random);
    var view =
        new View(at.credential(), at.href(), callback(at), authorize(at, next), trial, errors);
    return page.show(errors.status(), TEMPLATES.credentialTrial(page, view));
  }

  /** The authorization request (contract 4.1), with a state and a PKCE challenge. */
  private static String authorize(CredentialRequest<Credential.Personal> at, TrialProof proof) {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("response_type", "code");
    parameters.put("client_id", at.credential().clientId().value());
    parameters.put("redirect_uri", callback(at));
    parameters.put("state", proof.state());
    parameters.put(
        "code_challenge", CodeChallenge.ofVerifier(proof.verifier()).orElseThrow().text());
    parameters.put("code_challenge_method", "S256");
    return "/oauth2/authorize?" + Form.of(parameters).encoded();
  }

  private static String callback(CredentialRequest<Credential.Personal> at) {
    return at.request().baseUrl() + at.href() + "/try/callback";
  }

  private static String authority(CredentialRequest<Credential.Personal> at) {
    String baseUrl = at.request().baseUrl();
    return baseUrl.substring(baseUrl.indexOf("://") + 3);
  }
}
