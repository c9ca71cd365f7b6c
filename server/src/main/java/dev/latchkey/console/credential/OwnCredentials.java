package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.storage.credential.Credentials;
import java.util.List;
import java.util.Optional;

/** The section My account, Credentials: the personal credentials that a person owns. */
public final class OwnCredentials implements CredentialScope {
  private final Credentials credentials;

  public OwnCredentials(Credentials credentials) {
    this.credentials = credentials;
  }

  @Override
  public Section section() {
    return Section.MY_ACCOUNT;
  }

  @Override
  public Route page(PageGuard pageGuard, Effect effect, String below, SectionHandler handler) {
    return pageGuard.signedIn(effect, section().path() + below, handler::answer);
  }

  @Override
  public Optional<Credential> find(PageRequest request, Rights.Act act) {
    Id.Client client = CredentialScope.named(request);
    Id.User user = request.user().id();
    Optional<Credential> found = credentials.find(client);
    Optional<Credential> own =
        found
            .filter(Credential.Personal.class::isInstance)
            .filter(credential -> credential.owner().equals(user));
    if (found.isPresent() && own.isEmpty()) {
      Id.Organization where = found.get().organization();
      credentials.refused(
          user, AuditOutcome.CREDENTIAL_OF_ANOTHER, where, Optional.of(client), request.moment());
    }
    return own;
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
