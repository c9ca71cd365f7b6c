package dev.latchkey.model.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import java.util.Optional;

/**
 * The names of what an entry of the audit log concerns, as they are today. {@code actor}: the
 * person who acted, or the organization credential whose virtual administrator acted. {@code
 * about}: the person whom the event concerns.
 */
public record AuditNames(
    Optional<Named> actor,
    Optional<Person> about,
    Optional<App> credential,
    Optional<String> organization,
    Optional<String> team) {
  public static final AuditNames NONE =
      new AuditNames(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public sealed interface Named permits Person, App {
    String name();

    Named called(String other);
  }

  public record Person(Id.User id, String name, String email, Organization home) implements Named {
    @Override
    public Person called(String other) {
      return new Person(id, other, email, home);
    }
  }

  /** A credential of any type. A deleted credential has a name, and no page. */
  public record App(
      Id.Client id,
      String name,
      Organization home,
      Id.User owner,
      boolean isPersonal,
      boolean isDeleted)
      implements Named {
    @Override
    public App called(String other) {
      return new App(id, other, home, owner, isPersonal, isDeleted);
    }
  }

  AuditNames withoutActor() {
    return new AuditNames(Optional.empty(), about, credential, organization, team);
  }

  /** These, called by the names that were recorded. */
  AuditNames as(RecordedNames then) {
    return new AuditNames(
        actor.map(known -> then.actor().map(known::called).orElse(known)),
        about.map(known -> then.about().map(known::called).orElse(known)),
        credential.map(known -> then.credential().map(known::called).orElse(known)),
        then.organization().or(() -> organization),
        then.team().or(() -> team));
  }

  public String actorName() {
    return actor.map(Named::name).orElse("");
  }

  /** Empty for a virtual administrator. */
  public String actorEmail() {
    return actor.orElse(null) instanceof Person person ? person.email() : "";
  }

  public String aboutEmail() {
    return about.map(Person::email).orElse("");
  }

  public String credentialName() {
    return credential.map(App::name).orElse("");
  }
}
