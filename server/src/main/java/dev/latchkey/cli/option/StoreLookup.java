package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds what an option names. Nothing is ever created because it was not found; the failure names
 * what is similar.
 */
public final class StoreLookup {
  private final Stores stores;

  public StoreLookup(Stores stores) {
    this.stores = stores;
  }

  /** An organization by its name or id. Several organizations may have the same name. */
  public Organization organization(String text) {
    return findOrganization(text)
        .orElseThrow(() ->
            new ConfigFault(
                missingOrganization(text) + " To see them: latchkey organization list"));
  }

  public Optional<Organization> findOrganization(String text) {
    Optional<Id.Organization> id = Id.ORGANIZATION.parse(text);
    if (id.isPresent()) {
      return stores.users().directory().find(id.get());
    }
    List<Organization> named =
        organizations().stream().filter(each -> each.name().equals(text)).toList();
    if (named.size() > 1) {
      throw new ConfigFault(
          "several organizations are named %s. Give the id instead: %s"
              .formatted(
                  text,
                  named.stream().map(each -> each.id().value()).collect(Collectors.joining(", "))));
    }
    return named.stream().findFirst();
  }

  public String missingOrganization(String text) {
    return "there is no organization named "
        + text
        + "."
        + SimilarNames.to(text, organizations().stream().map(Organization::name).toList());
  }

  private List<Organization> organizations() {
    return stores.users().directory().organizations();
  }

  /** A team of an organization by its name or id. */
  public Optional<Team> findTeam(String text, Organization home) {
    return stores.users().directory().teams(home.id()).stream()
        .filter(team -> team.name().equals(text) || team.id().value().equals(text))
        .findFirst();
  }

  public String missingTeam(String text, Organization home) {
    List<String> names =
        stores.users().directory().teams(home.id()).stream().map(Team::name).toList();
    return "there is no team named "
        + text
        + " in "
        + home.name()
        + "."
        + SimilarNames.to(text, names);
  }

  public ManagedUser user(String email) {
    return stores
        .users()
        .directory()
        .findByEmail(EmailAddress.normal(email))
        .flatMap(stores.users().administration()::find)
        .orElseThrow(() ->
            new ConfigFault(
                "there is no user with the address "
                    + email
                    + ". To search: latchkey user list --search …"));
  }

  /** The organization of a user or of a credential. */
  public Organization home(User user) {
    return stores.users().directory().find(user.organization()).orElseThrow();
  }

  public Organization home(Credential credential) {
    return stores.users().directory().find(credential.organization()).orElseThrow();
  }

  public Credential credential(String clientId) {
    return Id.CLIENT
        .parse(clientId)
        .flatMap(stores.credentials().credentials()::find)
        .orElseThrow(() ->
            new ConfigFault(
                "there is no credential "
                    + clientId
                    + ". To see them: latchkey credential list --organization …"));
  }
}
