package dev.latchkey.login;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.login.provider.OpenIdConnect;
import dev.latchkey.login.provider.ReturnCookies;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ExternalIdentity;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.ExternalSignIns;
import dev.latchkey.storage.people.Sessions;
import java.util.List;
import java.util.Optional;

/**
 * Signs people in with an external provider. A sign-in begins with a form of this application, so
 * no other site can begin one (security row 112). People who linked their account with the provider
 * before are signed in. Others are created only by a rule of the operator.
 */
public record ExternalSignInPage(
    ExternalSignInFlow roundTrip,
    Sessions sessions,
    ExternalSignIns store,
    Notice notice,
    Pages pages) {
  /** A request of a browser that is sent to a provider, or that returns from it. */
  private record ProviderRequest(Request request, Visitor visitor, IdentityProvider provider) {}

  @FunctionalInterface
  private interface ProviderHandler {
    Response answer(ProviderRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("POST", "/sign-in/with/{provider}", withProvider(this::begin)),
        pageGuard.open(
            "GET", "/sign-in/back/{provider}", withProvider(at -> finish(at, pageGuard))));
  }

  private PageGuard.OpenHandler withProvider(ProviderHandler handler) {
    return (request, visitor) -> {
      Optional<IdentityProvider> provider = roundTrip.named(request);
      return provider.isPresent()
          ? handler.answer(new ProviderRequest(request, visitor, provider.get()))
          : pages.of(visitor).problem(404, "not_found", "problem.status.404");
    };
  }

  private Response begin(ProviderRequest at) {
    var begun = new ExternalSignIns.Begun(Optional.empty());
    var sent = roundTrip.send(at.request(), at.provider(), begun);
    return ProviderProblems.answer(sent, at.provider(), page(at));
  }

  private Response finish(ProviderRequest at, PageGuard pageGuard) {
    return switch (roundTrip.receive(at.request(), at.provider())) {
      case ExternalSignInFlow.Arrived.Known(var person, var begun) ->
          begun.linking().isPresent()
              ? link(at, person.identity(), begun.linking().get(), pageGuard)
              : signIn(at, person);
      case ExternalSignInFlow.Arrived.NotSent notSent -> notSent(at);
      case ExternalSignInFlow.Arrived.TooMany(var refusal) ->
          ProviderProblems.tooMany(refusal, page(at));
      case ExternalSignInFlow.Arrived.Refused why -> refuse(at, why);
    };
  }

  private Response signIn(ProviderRequest at, OpenIdConnect.Identified person) {
    Request request = at.request();
    AfterSignIn target = ReturnCookies.read(request);
    SignInBrowser browser = SignInBrowser.of(request, at.visitor());
    return switch (roundTrip.open(person, at.provider(), browser, request.moment())) {
      case ExternalSignInFlow.Opened.SignedIn(var key) ->
          roundTrip.finish(request, target.address()).with(SignInCookies.session(key, request));
      case ExternalSignInFlow.Opened.AwaitsCode(var key) ->
          roundTrip
              .finish(request, target.through(SecondStepPage.HERE))
              .with(SignInCookies.pending(key, request));
      case ExternalSignInFlow.Opened.Refused why -> refuse(at, why);
    };
  }

  private Response refuse(ProviderRequest at, ExternalSignInFlow.Opened.Refused why) {
    boolean createsPeople = !at.provider().creationRules().isEmpty();
    return switch (why) {
      case UNKNOWN ->
          page(at)
              .problem(403, "not_linked", createsPeople ? "external.no-rule" : "external.unknown");
      case USER_DISABLED -> page(at).problem(403, "user_disabled", "sign-in.disabled");
      case EMAIL_TAKEN -> page(at).problem(403, "email_taken", "external.email-taken");
      case RULE_UNUSABLE -> page(at).problem(403, "rule_unusable", "external.rule-unusable");
    };
  }

  /**
   * Links the account, only in the session that began it, only while that session is active and
   * only if its sign-in is still recent (rule 6.5).
   */
  private Response link(
      ProviderRequest at, ExternalIdentity identity, SecretHash session, PageGuard guard) {
    Optional<SignedIn> same =
        at.visitor().signedIn().filter(here -> here.session().equals(session));
    Optional<User> user = at.visitor().user();
    if (same.isEmpty() || user.isEmpty()) {
      refused(at, AuditOutcome.EXTERNAL_NOT_SENT);
      return notSent(at);
    }
    RequestMoment now = at.request().moment();
    Optional<SignedIn> recent = guard.recentSignIn(at.visitor(), now);
    if (recent.isEmpty()) {
      return page(at).problem(403, "sign_in_old", "external.link-late");
    }
    RequestMoment noticed = notice.at(Notice.Change.LINK_ADDED, user.get(), page(at), now);
    if (!store.link(identity, user.get().id(), noticed.in(recent.get()))) {
      return page(at).problem(409, "linked_before", "external.linked-before");
    }
    return roundTrip.finish(at.request(), SecurityPage.HERE + "?done=linked");
  }

  private Response refuse(ProviderRequest at, ExternalSignInFlow.Arrived.Refused why) {
    AuditOutcome outcome = outcome(why);
    refused(at, outcome);
    return switch (why) {
      case DENIED -> page(at).problem(403, outcome.code(), "external.denied");
      case PROVIDER_SILENT -> ProviderProblems.silent(at.provider(), page(at));
      case TOKEN_UNSOUND -> page(at).problem(403, outcome.code(), "external.unsound");
    };
  }

  private static AuditOutcome outcome(ExternalSignInFlow.Arrived.Refused why) {
    return switch (why) {
      case DENIED -> AuditOutcome.EXTERNAL_DENIED;
      case PROVIDER_SILENT -> AuditOutcome.EXTERNAL_PROVIDER_SILENT;
      case TOKEN_UNSOUND -> AuditOutcome.EXTERNAL_TOKEN_UNSOUND;
    };
  }

  private void refused(ProviderRequest at, AuditOutcome outcome) {
    sessions.refused(at.visitor().user().map(User::id), outcome, at.request().moment());
  }

  private Response notSent(ProviderRequest at) {
    return page(at).problem(400, "external_not_sent", "external.not-sent");
  }

  private Page page(ProviderRequest at) {
    return pages.of(at.visitor());
  }
}
