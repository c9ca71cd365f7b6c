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
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
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
          AuthorizationRequest.reopen(
              kept, resources(request.request()), id -> Optional.of(client));
      case PublicClientGuard.Outcome.Waits _ -> AuthorizationRequest.Deferred.UNTIL_ALLOWED;
      case PublicClientGuard.Outcome.Refused(String message) ->
          new AuthorizationRequest.Unusable(message, "client_id");
    };
  }

  /** The request of a client without a credential waits until its user has signed in. */
  private AuthorizationRequest deferred(AuthorizationRequest judged, Form form) {
    boolean isClientUnknown =
        judged instanceof AuthorizationRequest.Unusable unusable
            && unusable.flaw().equals(AuthorizationRequest.UNKNOWN_CLIENT);
    return isClientUnknown && publicClient(form).filter(publicClients::isOffered).isPresent()
        ? AuthorizationRequest.Deferred.UNTIL_SIGNED_IN
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
