package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Directory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Who is there, by the names in the tables: people, teams and organizations. */
final class Cast {
  static final String DOMAIN = "@example.com";

  /** Those whose passwords the demo prints. */
  static final List<String> PRINTED = List.of("sam", "olga", "mei", "mo", "tara");

  private final Directory directory;
  private final Map<String, Id.User> people = new HashMap<>();
  private final Map<String, Organization> organizations = new HashMap<>();

  /** Finds those whom the demo has printed. */
  Cast(Directory directory) {
    this.directory = directory;
    PRINTED.forEach(name -> add(name, directory.findByEmail(name + DOMAIN).orElseThrow()));
    directory.organizations().forEach(each -> organizations.put(each.name(), each));
  }

  void add(String name, Id.User id) {
    people.put(name, id);
  }

  Id.User id(String name) {
    return Objects.requireNonNull(people.get(name), name);
  }

  User person(String name) {
    return directory.find(id(name)).orElseThrow();
  }

  Actor.Person actor(String name, RequestMoment moment) {
    return new Actor.Person(person(name), moment);
  }

  Organization organization(String name) {
    return Objects.requireNonNull(organizations.get(name), name);
  }

  Organization home(String person) {
    Id.Organization home = person(person).organization();
    return directory.find(home).orElseThrow();
  }

  Team team(Organization organization, String name) {
    return directory.teams(organization.id()).stream()
        .filter(team -> team.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
