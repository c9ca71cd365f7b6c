package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import java.util.List;
import java.util.Optional;

/** The section My account, Credentials: the personal credentials that a person owns. */
public record OwnCredentials(CredentialGuard guard) implements CredentialScope {
  @Override
  public Section section() {
    return Section.MY_ACCOUNT;
  }

  @Override
  public Route page(PageGuard pageGuard, Effect effect, String below, SectionHandler handler) {
    return pageGuard.personal(effect, section().path() + below, handler::answer);
  }

  @Override
  public Optional<Credential> find(PageRequest request, Rights.Act act) {
    return guard.find(
        request.actor(), CredentialScope.named(request), Rights.Act.MANAGE_PERSONAL_CREDENTIALS);
  }

  @Override
  public List<CredentialTab> tabs() {
    return CredentialTab.OF_OWN;
  }

  @Override
  public Class<? extends Credential> changeable() {
    return Credential.Personal.class;
  }

  @Override
  public String afterDeletion(Credential deleted) {
    return RedirectNotice.DELETED.after(section().path());
  }
}
