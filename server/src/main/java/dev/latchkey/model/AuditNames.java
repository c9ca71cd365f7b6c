package dev.latchkey.model;

import java.util.Optional;

/**
 * The names of what an entry of the audit log concerns, as they are today. {@code actor}: the
 * person who acted. {@code about}: the person whom the event concerns.
 */
public record AuditNames(
        Optional<Person> actor,
        Optional<Person> about,
        Optional<App> credential,
        Optional<String> organization,
        Optional<String> team) {
    public static final AuditNames NONE =
            new AuditNames(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public record Person(Id.User id, String name, String email, Organization home) {}

    /** A credential of any type. A deleted credential has a name, and no page. */
    public record App(
            Id.Client id,
            String name,
            Organization home,
            Id.User owner,
            boolean isPersonal,
            boolean isDeleted) {}

    AuditNames withoutActor() {
        return new AuditNames(Optional.empty(), about, credential, organization, team);
    }

    public String actorEmail() {
        return actor.map(Person::email).orElse("");
    }

    public String aboutEmail() {
        return about.map(Person::email).orElse("");
    }

    public String credentialName() {
        return credential.map(App::name).orElse("");
    }
}
