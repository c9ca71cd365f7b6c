package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * The section Credential management: the credentials of an organization, and those of its people.
 */
public record OrganizationCredentials(
    SectionGuard sectionGuard, Directory directory, CredentialGuard guard)
    implements CredentialScope {
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
    Optional<Credential> found = guard.find(request.actor(), client, act);
    Optional<Credential> here = found.filter(this::isManagedHere);
    if (here.isEmpty()) {
      found.ifPresent(elsewhere -> guard.refused(request.actor(), elsewhere));
    }
    return here;
  }

  private boolean isManagedHere(Credential credential) {
    return directory
        .find(credential.organization())
        .filter(sectionGuard::isManagedHere)
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

  /** The answer to a person who lacks the second factor that tokens of an organization need. */
  static Response factorMissing(PageRequest request) {
    Page page = request.page();
    return page.show(403, TEMPLATES.credentialSecondFactorRequired(page));
  }

  /** The organizations whose credentials this person may see. */
  OrganizationChoice choice(OrganizationRequest at) {
    return sectionGuard.choice(at, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION);
  }
}
