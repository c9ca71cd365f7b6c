package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.issued.EndChildToken;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.grants.ActiveChildTokens.Listed;
import dev.latchkey.storage.grants.ActiveChildTokens.Whose;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends one child token that was obtained with a token of a credential, and leaves that token as it
 * is. The page asks first, and names the agent or job.
 */
public record EndChildTokenPage(
    CredentialScope section,
    ActiveChildTokens children,
    EndChildToken endChildToken,
    CredentialDetail detail) {
  private static final String PASSWORD = "child.password";

  /** What the page shows that asks. {@code tab}: the address to which the person returns. */
  public record Ending(
      Section section, Credential credential, String tab, Listed child, FormErrors errors) {}

  public List<Route> routes(PageGuard pageGuard) {
    var all = new ArrayList<>(personal(pageGuard));
    if (section.tabs().contains(CredentialTab.TOKENS)) {
      all.addAll(organizational(pageGuard));
    }
    return all;
  }

  private List<Route> personal(PageGuard pageGuard) {
    String here = "/{client_id}/access/child";
    var act = Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION;
    var kind = Credential.Personal.class;
    return List.of(
        section.page(pageGuard, Effect.ASK, here, section.withCredential(kind, act, this::ask)),
        section.page(
            pageGuard, Effect.SENSITIVE, here, section.withCredential(kind, act, this::end)));
  }

  private List<Route> organizational(PageGuard pageGuard) {
    String here = "/{client_id}/tokens/child";
    var act = Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL;
    var kind = Credential.Organizational.class;
    return List.of(
        section.page(pageGuard, Effect.ASK, here, section.withCredential(kind, act, this::ask)),
        section.page(
            pageGuard, Effect.SENSITIVE, here, section.withCredential(kind, act, this::end)));
  }

  private Response ask(CredentialRequest<? extends Credential> at) {
    return ask(at, named(at.request().query()), FormErrors.NONE);
  }

  private Response ask(
      CredentialRequest<? extends Credential> at, Optional<SecretHash> token, FormErrors errors) {
    Optional<Listed> child = token.flatMap(hash -> children.find(hash, whose(at), at.moment()));
    if (child.isEmpty()) {
      return nothingToEnd(at);
    }
    var view =
        new Ending(section.section(), at.credential(), at.href(tab(at)), child.get(), errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("children.unchanged");
    return shown.show(errors.status(), TEMPLATES.credentialChildTokenEnd(shown, view));
  }

  private Response end(CredentialRequest<? extends Credential> at) {
    Optional<SecretHash> token = named(at.request().form());
    Optional<FormErrors> passwordErrors = at.request().passwordErrors(PASSWORD);
    if (passwordErrors.isPresent()) {
      return ask(at, token, passwordErrors.get());
    }
    return token
        .map(child -> endChildToken.by(at.request().actor(), child, whose(at)))
        .filter(EndChildToken.Outcome.ENDED::equals)
        .map(ended -> at.done(tab(at), RedirectNotice.CHILD_TOKEN_ENDED))
        .orElseGet(() -> nothingToEnd(at));
  }

  private Response nothingToEnd(CredentialRequest<? extends Credential> at) {
    return detail.refuse(at, tab(at), "children.nothing", FormErrors.of(409));
  }

  private static Optional<SecretHash> named(Form form) {
    return form.value("token").flatMap(SecretHash::parse);
  }

  private static Whose whose(CredentialRequest<? extends Credential> at) {
    return new Whose.OfCredential(at.credential());
  }

  private static CredentialTab tab(CredentialRequest<? extends Credential> at) {
    return switch (at.credential()) {
      case Credential.Personal _ -> CredentialTab.ACCESS;
      case Credential.Organizational _ -> CredentialTab.TOKENS;
    };
  }
}
