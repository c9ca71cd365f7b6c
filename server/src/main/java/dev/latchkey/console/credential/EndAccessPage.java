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
import dev.latchkey.issued.RevokeTokens;
import dev.latchkey.issued.TokenGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * Ends the access that one person, or everyone, has given to a personal credential. The page asks
 * first, and says how many people and tokens it is about.
 */
public record EndAccessPage(
    CredentialScope section,
    CredentialAccess access,
    Directory directory,
    RevokeTokens revokeTokens,
    CredentialDetail detail) {
  private static final String PASSWORD = "access.password";

  /**
   * What the page shows that asks. {@code person}: whose access ends; empty for everyone. {@code
   * href}: the address of the credential's page.
   */
  public record Ending(
      Section section,
      Credential.Personal credential,
      String href,
      Optional<User> person,
      CredentialAccess.Extent extent,
      FormErrors errors) {}

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{client_id}/access/end";
    return List.of(
        section.page(pageGuard, Effect.ASK, here, guarded(this::ask)),
        section.page(pageGuard, Effect.SENSITIVE, here, guarded(this::end)));
  }

  private CredentialScope.SectionHandler guarded(
      CredentialScope.CredentialHandler<Credential.Personal> handler) {
    return section.withCredential(
        Credential.Personal.class, Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION, handler);
  }

  /** Whose access ends. The form must send {@code everyone} explicitly. */
  private sealed interface Whose {
    record Everyone() implements Whose {}

    record Person(User user) implements Whose {}

    default Optional<User> person() {
      return switch (this) {
        case Everyone _ -> Optional.empty();
        case Person(User user) -> Optional.of(user);
      };
    }
  }

  private Optional<Whose> whose(Form form) {
    Optional<String> user = form.value("user");
    if (user.isPresent()) {
      return user.map(Id.User::new).flatMap(directory::find).map(Whose.Person::new);
    }
    return form.value("everyone").map(yes -> new Whose.Everyone());
  }

  private Response ask(CredentialRequest<Credential.Personal> at) {
    Optional<Whose> whose = whose(at.request().query());
    return whose.isPresent() ? ask(at, whose.get(), FormErrors.NONE) : nothingToEnd(at);
  }

  /** People who gave no access are not named: the page must not look up any user by id. */
  private Response ask(CredentialRequest<Credential.Personal> at, Whose whose, FormErrors errors) {
    Id.Client client = at.credential().clientId();
    Optional<User> person = whose.person();
    CredentialAccess.Extent extent = access.extent(client, person.map(User::id), at.moment());
    if (extent.isEmpty()) {
      return nothingToEnd(at);
    }
    var view = new Ending(section.section(), at.credential(), at.href(), person, extent, errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("access.unchanged");
    return shown.show(errors.status(), TEMPLATES.credentialAccessEnd(shown, view));
  }

  private Response end(CredentialRequest<Credential.Personal> at) {
    Optional<Whose> whose = whose(at.request().form());
    if (whose.isEmpty()) {
      return nothingToEnd(at);
    }
    Optional<FormErrors> passwordErrors = at.request().passwordErrors(PASSWORD);
    if (passwordErrors.isPresent()) {
      return ask(at, whose.get(), passwordErrors.get());
    }
    var selected = TokenSelection.of(selected(at, whose.get()));
    return switch (revokeTokens.by(at.request().actor(), selected)) {
      case RevokeTokens.Revoked _ -> at.done(CredentialTab.ACCESS, RedirectNotice.ACCESS_ENDED);
      case RevokeTokens.OwnerChanged _ ->
          detail.refuse(at, CredentialTab.ACCESS, "access.owner-changed", FormErrors.of(409));
      case TokenGuard.Refused _ -> at.notFound();
    };
  }

  private static TokenSelection.Whose selected(
      CredentialRequest<Credential.Personal> at, Whose whose) {
    return switch (whose) {
      case Whose.Everyone _ -> new TokenSelection.Whose.OfCredential(at.credential());
      case Whose.Person(User user) ->
          new TokenSelection.Whose.OfPersonToApp(user.id(), at.credential());
    };
  }

  private Response nothingToEnd(CredentialRequest<Credential.Personal> at) {
    return detail.refuse(at, CredentialTab.ACCESS, "access.nothing", FormErrors.of(409));
  }
}
