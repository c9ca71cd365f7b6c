package dev.latchkey.login;

import dev.latchkey.console.page.Page;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.login.provider.IdentityProvider;

/** The problem pages for a browser that cannot be sent to a provider, for all pages that do so. */
final class ProviderProblems {
  private ProviderProblems() {}

  /** The redirect to the provider, or the page that says why there is none. */
  static Response answer(ExternalSignInFlow.Sent sent, IdentityProvider provider, Page page) {
    return switch (sent) {
      case ExternalSignInFlow.Sent.Away(var redirect) -> redirect;
      case ExternalSignInFlow.Sent.TooMany(var refusal) -> tooMany(refusal, page);
      case ExternalSignInFlow.Sent.Silent silent -> silent(provider, page);
    };
  }

  static Response silent(IdentityProvider provider, Page page) {
    return page.problem(502, "provider_silent", "external.silent", provider.title());
  }

  static Response tooMany(Refusal refusal, Page page) {
    return page.problem(refusal.status(), refusal.error(), "external.throttled")
        .with(refusal.headers());
  }
}
