package dev.latchkey.protocol.authorize;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.storage.credential.Credentials;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The authorization endpoint (contract 4.1). It redirects the browser to sign-in or to consent, and
 * the browser carries the request along.
 */
public record AuthorizeEndpoint(
    Credentials credentials,
    PublicClientGuard publicClients,
    Supplier<Resources> resources,
    PendingRequests pending,
    Pages pages) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.arrival("GET", "/oauth2/authorize", this::arrive),
        Route.openPage("POST", "/oauth2/authorize", this::arriveByForm));
  }

  private Response arrive(Request request, Visitor visitor) {
    AuthorizationRequest judged = judge(request.query(), request);
    return switch (judged) {
      case AuthorizationRequest.Unusable unusable -> refuse(pages.of(visitor), unusable);
      case AuthorizationRequest.Faulty _ -> continueRequest(request, visitor, judged, "#");
      case AuthorizationRequest.Deferred _ -> continueRequest(request, visitor, judged, "");
      case AuthorizationRequest.NotAllowed _ -> continueRequest(request, visitor, judged, "");
      case AuthorizationRequest.Sound _ -> continueRequest(request, visitor, judged, "");
    };
  }

  /**
   * A form of another site is sent without Latchkey's cookies, so the visitor is not recognised.
   * The browser is therefore redirected to this endpoint with the same parameters, by GET, and
   * sends its cookies then. Otherwise the person would have to sign in again, and a new cookie
   * would replace that of the browser. {@code SameSite=None} would weaken every form for this one.
   */
  private Response arriveByForm(Request request) {
    if (request.query().anyOf(AuthorizationRequest.KNOWN).isPresent()) {
      return refuse(
          pages.in(request.language()),
          new AuthorizationRequest.Unusable("authorize.form-and-query", ""));
    }
    Form form = request.form();
    return switch (judge(form, request)) {
      case AuthorizationRequest.Unusable unusable -> refuse(pages.in(request.language()), unusable);
      case AuthorizationRequest.Faulty _ -> redirectByGet(form);
      case AuthorizationRequest.Deferred _ -> redirectByGet(form);
      case AuthorizationRequest.NotAllowed _ -> redirectByGet(form);
      case AuthorizationRequest.Sound _ -> redirectByGet(form);
    };
  }

  private static Response refuse(Page page, AuthorizationRequest.Unusable why) {
    return page.problem(400, "invalid_request", why.flaw(), why.parameter());
  }

  private static Response redirectByGet(Form form) {
    Form known = Form.of(form.values(AuthorizationRequest.KNOWN));
    return Response.redirect(303, "/oauth2/authorize?" + known.encoded());
  }

  /**
   * Redirects to sign-in or consent. A faulty request continues too, because the browser is
   * redirected to an app only after sign-in (RFC 9700 4.11.2). On the way there are only redirects,
   * over which a browser would keep the fragment of the first address; the empty fragment replaces
   * it.
   */
  private Response continueRequest(
      Request request, Visitor visitor, AuthorizationRequest judged, String fragment) {
    Form kept = AuthorizationRequest.kept(request.query(), judged);
    String next = visitor.session().isPresent() ? "/consent?request=" : "/sign-in?request=";
    return pending
        .seal(kept, visitor.browser(), request.moment().at())
        .map(sealed -> Response.redirect(302, next + sealed.text() + fragment))
        .orElseGet(() ->
            refuse(pages.of(visitor), new AuthorizationRequest.Unusable("authorize.too-much", "")));
  }

  PendingRequests.Brought open(SealedRequest sealed, Request request, Visitor visitor) {
    return pending.open(sealed, visitor.browser(), request.moment().at());
  }

  /**
   * The origin to which the browser may be sent at the end of the request. Sign-in may end there as
   * well, if the request is faulty.
   */
  public Optional<String> destination(Request request, Visitor visitor) {
    return request
        .query()
        .value("request")
        .or(() -> request.form().value("request"))
        .flatMap(SealedRequest::parse)
        .flatMap(sealed -> redirectUri(open(sealed, request, visitor), request))
        .map(RedirectUri::cspSource);
  }

  private Optional<String> redirectUri(PendingRequests.Brought brought, Request request) {
    return switch (brought) {
      case PendingRequests.Brought.Pending pending ->
          switch (reopen(pending.parameters(), request)) {
            case AuthorizationRequest.Unusable _ -> Optional.empty();
            case AuthorizationRequest.Deferred _ -> Optional.empty();
            case AuthorizationRequest.NotAllowed _ -> Optional.empty();
            case AuthorizationRequest.Faulty faulty -> Optional.of(faulty.answer().redirectUri());
            case AuthorizationRequest.Sound sound -> Optional.of(sound.answer().redirectUri());
          };
      case PendingRequests.Brought.Over _ -> Optional.empty();
      case PendingRequests.Brought.Foreign _ -> Optional.empty();
    };
  }

  private AuthorizationRequest judge(Form form, Request request) {
    return deferred(AuthorizationRequest.parse(form, resources(request), this::registered), form);
  }

  private AuthorizationRequest reopen(Form kept, Request request) {
    return deferred(AuthorizationRequest.reopen(kept, resources(request), this::registered), kept);
  }

  /** Checks a kept request again, for its user. */
  AuthorizationRequest reopen(Form kept, PageRequest request) {
    Optional<PublicClientId> publicClient = publicClient(kept);
    if (publicClient.isEmpty()) {
      return reopen(kept, request.request());
    }
    return switch (publicClients.admit(publicClient.get(), request.user(), request.moment())) {
      case PublicClientGuard.Outcome.LetIn(RequestingClient client) ->
          withinAllowed(publicClient.get(), client, kept, reopen(kept, client, request));
      case PublicClientGuard.Outcome.Stopped stopped -> notAllowed(stopped, kept, request);
      case PublicClientGuard.Outcome.Refused(String message) ->
          new AuthorizationRequest.Unusable(message, "client_id");
    };
  }

  private AuthorizationRequest reopen(Form kept, RequestingClient client, PageRequest request) {
    return AuthorizationRequest.reopen(
        kept, resources(request.request()), id -> Optional.of(client));
  }

  /**
   * An app that asks for more than its organization has allowed it gets its error only after its
   * user has seen what is missing.
   */
  private static AuthorizationRequest withinAllowed(
      PublicClientId id, RequestingClient client, Form kept, AuthorizationRequest judged) {
    Scopes asked = asked(kept);
    boolean isTooWide =
        judged instanceof AuthorizationRequest.Faulty faulty
            && faulty.error().equals(AuthorizationRequest.INVALID_SCOPE)
            && !asked.isEmpty();
    if (!isTooWide) {
      return judged;
    }
    Credential.Personal credential = client.credential();
    Optional<String> host = client.origin().flatMap(RequestingClient.LetIn::host);
    var app = new PublicClient(id.text(), host, credential.name(), credential.redirectUris());
    var stopped =
        new PublicClientGuard.Outcome.Stopped(
            new PublicClientGuard.KnownApp(id, Optional.of(app)), PublicClientGuard.Why.SCOPE);
    return new AuthorizationRequest.NotAllowed(
        stopped,
        asked,
        asked.without(asked.without(credential.scope())),
        Optional.of((AuthorizationRequest.Faulty) judged));
  }

  private AuthorizationRequest notAllowed(
      PublicClientGuard.Outcome.Stopped stopped, Form kept, PageRequest request) {
    Scopes asked = asked(kept);
    Optional<PublicClient> app = stopped.app().described();
    if (app.isEmpty()) {
      return new AuthorizationRequest.NotAllowed(stopped, asked, Scopes.NONE, Optional.empty());
    }
    RequestingClient client =
        publicClients.ifLetIn(app.get(), asked, request.user(), request.moment());
    return switch (reopen(kept, client, request)) {
      case AuthorizationRequest.Unusable unusable -> unusable;
      case AuthorizationRequest.Deferred deferred -> deferred;
      case AuthorizationRequest.NotAllowed notAllowed -> notAllowed;
      case AuthorizationRequest.Faulty faulty -> notAllowed(stopped, asked, faulty.answer());
      case AuthorizationRequest.Sound sound -> notAllowed(stopped, asked, sound.answer());
    };
  }

  private static AuthorizationRequest notAllowed(
      PublicClientGuard.Outcome.Stopped stopped, Scopes asked, AuthorizationRequest.Answer answer) {
    var back =
        new AuthorizationRequest.Faulty(
            answer, "access_denied", "The organization of the user has not allowed this app.");
    return new AuthorizationRequest.NotAllowed(stopped, asked, Scopes.NONE, Optional.of(back));
  }

  private static Scopes asked(Form kept) {
    return kept.value("scope").map(Scopes::parse).orElse(Scopes.NONE);
  }

  /** The same request for fewer scopes, which the user has chosen. */
  Optional<SealedRequest> narrowed(
      PendingRequests.Brought.Pending known, Scopes scope, PageRequest request) {
    var kept = known.parameters().values(AuthorizationRequest.KEPT);
    kept.put("scope", scope.joined(Scopes.Separator.SPACE));
    return pending.seal(
        new PendingRequests.Brought.Pending(known.id(), Form.of(kept), known.expiresAt()),
        request.visitor().browser());
  }

  /** The request of a client without a credential waits until its user has signed in. */
  private AuthorizationRequest deferred(AuthorizationRequest judged, Form form) {
    boolean isClientUnknown =
        judged instanceof AuthorizationRequest.Unusable unusable
            && unusable.flaw().equals(AuthorizationRequest.UNKNOWN_CLIENT);
    return isClientUnknown && publicClient(form).filter(publicClients::isOffered).isPresent()
        ? new AuthorizationRequest.Deferred()
        : judged;
  }

  private static Optional<PublicClientId> publicClient(Form form) {
    return form.value("client_id").flatMap(PublicClientId::parse);
  }

  private Optional<RequestingClient> registered(String id) {
    return Id.CLIENT.parse(id).flatMap(credentials::findActive).map(RequestingClient::of);
  }

  /** The part of the open interface for which an app asks its tokens; empty for all of it. */
  Optional<Resources.Named> resource(AuthorizationRequest.Sound sound) {
    return sound.allowance().resource().flatMap(part -> resources.get().at(part.path()));
  }

  private Function<String, Optional<Resource>> resources(Request request) {
    return address -> resources.get().find(address, request.baseUrl());
  }
}
