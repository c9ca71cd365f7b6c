package dev.latchkey.login;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.login.provider.UnlinkProvider;
import dev.latchkey.storage.people.ExternalSignIns;
import java.util.List;
import java.util.Optional;

/** Links a person's account with an account at an external provider, and removes such links. */
public record ExternalLinksPage(
    SecurityDetail detail,
    ExternalSignInFlow roundTrip,
    UnlinkProvider unlinkProvider,
    Notice notice) {
  private static final String LINK = SecurityPage.HERE + "/links/{provider}";

  /** A request about a provider, after the password was checked if it was required. */
  private record LinkRequest(PageRequest request, IdentityProvider provider) {}

  @FunctionalInterface
  private interface LinkHandler {
    Response answer(LinkRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.SENSITIVE, LINK, withProvider(this::link)),
        pageGuard.signedIn(Effect.SENSITIVE, LINK + "/remove", withProvider(this::unlink)));
  }

  private PageGuard.PageHandler withProvider(LinkHandler handler) {
    return request -> open(request, handler);
  }

  private Response open(PageRequest request, LinkHandler handler) {
    Optional<IdentityProvider> provider = roundTrip.named(request.request());
    if (provider.isEmpty()) {
      return request.notFound("problem.status.404");
    }
    Optional<FormErrors> passwordErrors = request.passwordErrors("links.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    return handler.answer(new LinkRequest(request, provider.get()));
  }

  private Response link(LinkRequest at) {
    PageRequest request = at.request();
    var begun = new ExternalSignIns.Begun(Optional.of(request.key().hash()));
    return ProviderProblems.answer(
        roundTrip.send(request.request(), at.provider(), begun), at.provider(), request.page());
  }

  private Response unlink(LinkRequest at) {
    PageRequest request = at.request();
    unlinkProvider.by(notice.by(Notice.Change.LINK_REMOVED, request), at.provider().issuer());
    return request.seeOther(SecurityPage.HERE + "?done=unlinked");
  }
}
