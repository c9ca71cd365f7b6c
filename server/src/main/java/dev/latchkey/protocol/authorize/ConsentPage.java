package dev.latchkey.protocol.authorize;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.protocol.authorize.AuthorizationRequest.Answer;
import dev.latchkey.storage.grants.Consents;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Asks the signed-in user for consent, every time, and sends the browser back to the app with a
 * code or an error (contract 4.1).
 */
public record ConsentPage(
    AuthorizeEndpoint endpoint,
    Consents consents,
    ConsentDetail detail,
    NotAllowedPage notAllowed,
    RandomGenerator random) {
  @FunctionalInterface
  private interface ConsentHandler {
    Response answer(ConsentRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, "/consent", withRequest(this::show)),
        pageGuard.signedIn(Effect.CHANGE, "/consent", withRequest(this::decide)));
  }

  /**
   * Opens the authorization request that the browser brings, and checks it again. The credential
   * may have been changed or deleted while its user was deciding.
   */
  private PageGuard.PageHandler withRequest(ConsentHandler handler) {
    return request -> open(request, handler);
  }

  private Response open(PageRequest request, ConsentHandler handler) {
    Optional<SealedRequest> sealed = sealed(request);
    if (sealed.isEmpty()) {
      return requestIsOver(request);
    }
    return switch (endpoint.open(sealed.get(), request.request(), request.visitor())) {
      case PendingRequests.Brought.Foreign _ ->
          request.problem(403, "foreign_request", "consent.foreign");
      case PendingRequests.Brought.Over _ -> requestIsOver(request);
      case PendingRequests.Brought.Pending pending ->
          consents.isDecided(pending.id())
              ? requestIsOver(request)
              : answer(request, sealed.get(), pending, handler);
    };
  }

  private static Optional<SealedRequest> sealed(PageRequest request) {
    Form sent = isForm(request) ? request.form() : request.query();
    return sent.value("request").flatMap(SealedRequest::parse);
  }

  private Response answer(
      PageRequest request,
      SealedRequest sealed,
      PendingRequests.Brought.Pending pending,
      ConsentHandler handler) {
    return switch (endpoint.reopen(pending.parameters(), request)) {
      case AuthorizationRequest.Unusable(String flaw, String parameter) ->
          request.problem(400, "invalid_request", flaw, parameter);
      case AuthorizationRequest.Deferred _ -> requestIsOver(request);
      case AuthorizationRequest.NotAllowed refused ->
          notAllowed(new NotAllowedPage.Sent(request, sealed, pending, refused));
      case AuthorizationRequest.Faulty faulty ->
          mayGoBack(request, faulty.answer())
              ? back(
                  request,
                  pending.id(),
                  faulty.answer(),
                  refusal(faulty.error(), faulty.description()))
              : askToGoBack(request, detail.of(request, sealed, faulty));
      case AuthorizationRequest.Sound sound ->
          handler.answer(new ConsentRequest(request, pending.id(), sealed, sound));
    };
  }

  /** The person goes back to an app that is not allowed only by a click on where that is. */
  private Response notAllowed(NotAllowedPage.Sent sent) {
    return sent.refused()
        .back()
        .filter(faulty -> isForm(sent.request()) && names(sent.request(), faulty.answer()))
        .map(faulty ->
            back(
                sent.request(),
                sent.pending().id(),
                faulty.answer(),
                refusal(faulty.error(), faulty.description())))
        .orElseGet(() -> notAllowed.answer(sent));
  }

  /**
   * Whether an error may be sent to the app. Anyone can create an app and a faulty request, so
   * without a click only an app that the person has allowed before gets the browser (RFC 9700
   * 4.11.2). The click counts only for the address that its page named.
   */
  private boolean mayGoBack(PageRequest request, Answer answer) {
    return isForm(request)
        ? names(request, answer)
        : consents.latest(request.user().id(), answer.credential().clientId()).isPresent();
  }

  /** Whether the form names the address to which the browser will be sent. */
  private static boolean names(PageRequest request, Answer answer) {
    return request.form().all(FaultyView.FIELD).equals(List.of(answer.redirectUri()));
  }

  /** A form leads here only if the app has changed since its page was shown. */
  private static Response askToGoBack(PageRequest request, FaultyView view) {
    Page plain = request.page().focused();
    Page page = isForm(request) ? plain.withProblem("consent.changed") : plain;
    return page.show(
        isForm(request) ? 409 : 400,
        TEMPLATES.authorizeFaulty(page, view),
        RedirectUri.cspSource(view.redirectUri()));
  }

  private Response show(ConsentRequest at) {
    return ask(at, 200, at.request().page());
  }

  private Response decide(ConsentRequest at) {
    if (!at.form().isAsShown()) {
      return askChanged(at);
    }
    return switch (at.request().form().value("decision").orElse("")) {
      case "approve" -> approve(at);
      case "deny" -> deny(at);
      default -> ask(at, 400, at.request().page().withProblem("consent.undecided"));
    };
  }

  /** Shows the page again, because the app has changed since it was shown. */
  private Response askChanged(ConsentRequest at) {
    return ask(at, 409, at.request().page().withProblem("consent.changed"));
  }

  private Response ask(ConsentRequest at, FormErrors errors) {
    Page page = at.request().page().withProblem(errors.at(Reauthentication.FIELD));
    return ask(at, errors.status(), page);
  }

  private Response ask(ConsentRequest at, int status, Page shown) {
    Page page = shown.focused();
    ConsentForm form = at.form();
    Scopes chosen = isForm(at.request()) ? form.chosen() : form.scope();
    String redirectUri = at.sound().answer().redirectUri();
    var arrival =
        new ConsentView.ByBrowser(at.sealed(), redirectUri, endpoint.resource(at.sound()));
    return page.show(
        status,
        TEMPLATES.authorizeConsent(page, detail.of(arrival, form, chosen), form.shown().hash()),
        RedirectUri.cspSource(redirectUri));
  }

  private Response approve(ConsentRequest at) {
    User user = at.request().user();
    AuthorizationRequest.Sound sound = at.sound();
    Optional<Id.Team> team = at.form().team();
    if (team.isEmpty()) {
      return ask(at, 400, at.request().page().withProblem("consent.no-team"));
    }
    Optional<Scopes> scope = at.form().granted();
    if (scope.isEmpty()) {
      return ask(at, 400, at.request().page().withProblem("consent.no-scope"));
    }
    Optional<FormErrors> passwordErrors = at.form().passwordErrors(scope.get());
    if (passwordErrors.isPresent()) {
      return ask(at, passwordErrors.get());
    }
    var consent =
        new Consent(
            sound.credential().clientId(),
            user.id(),
            team.get(),
            new Allowance(scope.get(), sound.allowance().resource()),
            sound.separator(),
            sound.client().origin().map(RequestingClient.LetIn::longest));
    var grant = new NewGrant(Id.GRANT.draw(random), consent, sound.credential().version());
    Secret.Code code = Secret.CODE.mint(random);
    var bound = new NewCode(code, sound.answer().redirectUri(), sound.challenge());
    return switch (consents.approve(at.id(), grant, bound, at.form().moment(scope.get()))) {
      case APPROVED -> back(at.request(), at.id(), sound.answer(), Map.of("code", code.reveal()));
      case CHANGED -> open(at.request(), this::askChanged);
      case OVER -> requestIsOver(at.request());
    };
  }

  private Response deny(ConsentRequest at) {
    PageRequest request = at.request();
    Id.Client client = at.sound().credential().clientId();
    if (!consents.deny(at.id(), client, request.user(), request.moment())) {
      return requestIsOver(request);
    }
    var refusal = refusal("access_denied", "The user denied the request.");
    return back(request, at.id(), at.sound().answer(), refusal);
  }

  private static Map<String, String> refusal(String error, String description) {
    return Map.of("error", error, "error_description", description);
  }

  /**
   * Sends the browser back to the app (rules 1.1 and 1.6). A state that the app has sent is
   * returned unchanged. A request in the contract's own form, without state, gets a state from
   * Latchkey.
   */
  private static Response back(
      PageRequest request, Id.Request id, Answer answer, Map<String, String> outcome) {
    var parameters = new LinkedHashMap<>(new TreeMap<>(outcome));
    Optional<String> ownState = answer.needsState() ? Optional.of(id.value()) : Optional.empty();
    answer.state().or(() -> ownState).ifPresent(state -> parameters.put("state", state));
    if (answer.sendsIssuer()) {
      parameters.put("iss", request.baseUrl());
    }
    return Response.redirect(
        isForm(request) ? 303 : 302, RedirectUri.answer(answer.redirectUri(), parameters));
  }

  static boolean isForm(PageRequest request) {
    return request.request().method().equals("POST");
  }

  private static Response requestIsOver(PageRequest request) {
    return request.problem(410, "request_over", "consent.over");
  }
}
