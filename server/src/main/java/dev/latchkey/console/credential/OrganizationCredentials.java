package dev.latchkey.console.credential;

import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Users;
import java.util.List;
import java.util.Optional;

/**
 * The section Credential management: the credentials of an organization, and those of its people.
 */
public final class OrganizationCredentials implements CredentialScope {
  private final SectionGuard sectionGuard;
  private final Users users;
  private final Credentials credentials;

  public OrganizationCredentials(SectionGuard sectionGuard, Users users, Credentials credentials) {
    this.sectionGuard = sectionGuard;
    this.users = users;
    this.credentials = credentials;
  }

  @Override
  public Section section() {
    return sectionGuard.section();
  }

  @Override
  public Route page(PageGuard pageGuard, Effect effect, String below, SectionHandler handler) {
    return pageGuard.in(sectionGuard, effect, below, handler::answer);
  }

  @Override
  public Optional<Credential> find(PageRequest request, Rights.Act act) {
    return find(request, act, CredentialScope.named(request));
  }

  /** The same for a credential that a form names. */
  Optional<Credential> find(PageRequest request, Rights.Act act, Id.Client client) {
    User user = request.user();
    Optional<Credential> found = credentials.find(client);
    Optional<Credential> allowed =
        found.filter(credential -> isManagedBy(user, act, credential.organization()));
    if (found.isPresent() && allowed.isEmpty()) {
      Id.Organization where = found.get().organization();
      credentials.refused(
          user.id(),
          AuditOutcome.CREDENTIAL_OF_OTHERS,
          where,
          Optional.of(client),
          request.moment());
    }
    return allowed;
  }

  private boolean isManagedBy(User user, Rights.Act act, Id.Organization organization) {
    return users
        .find(organization)
        .filter(sectionGuard::isManagedHere)
        .filter(managed -> Rights.allow(user, act, managed))
        .isPresent();
  }

  @Override
  public List<CredentialTab> tabs() {
    return CredentialTab.OF_MANAGED;
  }

  @Override
  public Class<? extends Credential> changeable() {
    return Credential.Organizational.class;
  }

  @Override
  public String afterDeletion(Credential deleted) {
    return RedirectNotice.DELETED.after(section().path())
        + "&organization="
        + deleted.organization().value();
  }

  SectionGuard sectionGuard() {
    return sectionGuard;
  }

  /** The organizations whose credentials this person may see. */
  OrganizationChoice choice(OrganizationRequest at) {
    return sectionGuard.choice(at, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION);
  }
}
