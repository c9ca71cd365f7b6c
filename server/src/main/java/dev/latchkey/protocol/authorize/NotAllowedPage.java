package dev.latchkey.protocol.authorize;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.approval.ApprovalMail;
import dev.latchkey.console.approval.Helpers;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.people.policy.RequestPublicClient;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.publicclient.PublicClientReview;
import java.util.Optional;

/**
 * What a person sees whose organization has not let in an app: what asks, who can help, and, if an
 * administrator decides about such apps, the form that asks for it (docs/decisions/0099).
 */
public record NotAllowedPage(
    AuthorizeEndpoint endpoint,
    RequestPublicClient requestClient,
    PublicClientReview review,
    Directory directory,
    ApprovalMail mail,
    Catalogue catalogue) {
  static final String REASON = "reason";

  /** An authorization request that the browser brought for such an app. */
  record Sent(
      PageRequest request,
      SealedRequest sealed,
      PendingRequests.Brought.Pending pending,
      AuthorizationRequest.NotAllowed refused) {}

  Response answer(Sent sent) {
    if (!ConsentPage.isForm(sent.request)) {
      return show(sent, FormErrors.NONE);
    }
    return switch (sent.request.form().value("decision").orElse("")) {
      case "ask" -> asked(sent).map(app -> ask(sent, app)).orElseGet(() -> changed(sent));
      case "continue" -> sent.refused.allowed().isEmpty() ? changed(sent) : narrow(sent);
      default -> changed(sent);
    };
  }

  /** The app, if the person can ask for it. */
  private static Optional<PublicClient> asked(Sent sent) {
    return switch (sent.refused.stopped().why()) {
      case UNASKED, WAITING -> sent.refused.stopped().app().described();
      case POLICY, DENIED, SCOPE -> Optional.empty();
    };
  }

  private Response ask(Sent sent, PublicClient app) {
    PageRequest request = sent.request;
    String reason = request.form().value(REASON).orElse("");
    return switch (requestClient.by(request.actor(), app, reason, sent.refused.asked())) {
      case RequestPublicClient.Asked.FIRST -> {
        var asked =
            new ApprovalMail.Asked(
                request.user(), home(request), app, DisplayName.onOneLine(reason));
        mail.asked(asked, request.moment().at(), request.baseUrl());
        yield seeOther(request, sent.sealed);
      }
      case RequestPublicClient.Asked.JOINED, RequestPublicClient.Asked.REPEATED ->
          seeOther(request, sent.sealed);
      case RequestPublicClient.Refused.REASON_TOO_LONG ->
          show(sent, FormErrors.of(400, REASON, "flaw.approval-reason"));
      case RequestPublicClient.Refused.NOT_OPEN -> changed(sent);
      case RequestPublicClient.Refused.TOO_MANY ->
          request.problem(400, "invalid_request", "authorize.client-too-many");
    };
  }

  /** The person goes on with the scopes that are allowed. */
  private Response narrow(Sent sent) {
    return endpoint
        .narrowed(sent.pending, sent.refused.allowed(), sent.request)
        .map(narrowed -> seeOther(sent.request, narrowed))
        .orElseGet(() -> changed(sent));
  }

  private static Response seeOther(PageRequest request, SealedRequest sealed) {
    return request.seeOther("/consent?request=" + sealed.text());
  }

  private Response changed(Sent sent) {
    return show(sent, FormErrors.of(409));
  }

  private Response show(Sent sent, FormErrors errors) {
    Page plain = sent.request.page().focused();
    Page page = errors.status() == 409 ? plain.withProblem("consent.changed") : plain;
    int status = errors.status() == 200 ? status(sent.refused.stopped().why()) : errors.status();
    return page.show(
        status,
        TEMPLATES.authorizeNotAllowed(page, view(sent, errors)),
        sent.refused
            .back()
            .map(faulty -> RedirectUri.cspSource(faulty.answer().redirectUri()))
            .orElse(""));
  }

  private static int status(PublicClientGuard.Why why) {
    return switch (why) {
      case UNASKED -> 200;
      case WAITING -> 202;
      case POLICY, DENIED -> 403;
      case SCOPE -> 400;
    };
  }

  private NotAllowedView view(Sent sent, FormErrors errors) {
    AuthorizationRequest.NotAllowed refused = sent.refused;
    Organization home = home(sent.request);
    Optional<PublicClientReview.Listed> listed =
        refused.stopped().app().described().flatMap(app -> review.find(home.id(), app.key()));
    Scopes missing = refused.asked().without(refused.allowed());
    return new NotAllowedView(
        sent.sealed,
        home,
        refused,
        new NotAllowedView.Asked(
            catalogue.describe(known(missing)), catalogue.describe(refused.allowed())),
        listed,
        Helpers.of(mail.administrators().of(home)),
        mail.isConfigured(),
        errors);
  }

  /** Anyone can name any scope; the page shows those that exist. */
  private Scopes known(Scopes scope) {
    return scope.without(scope.without(catalogue.names()));
  }

  private Organization home(PageRequest request) {
    return directory.find(request.user().organization()).orElseThrow();
  }
}
