package dev.latchkey.credential;

import dev.latchkey.harness.App;
import dev.latchkey.harness.OnBothStores;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Actor;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Reach;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** An organization, a person with an app, and those who may or may not do something with it. */
abstract class OnCredentials extends OnBothStores {
  final SecureRandom random = new SecureRandom();
  final CredentialActs acts = latchkey.credentialActs();

  final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  final Team apollo = latchkey.team(acme);
  final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  final Person head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
  final App app = latchkey.app(mei);
  final Id.Client client = app.credential().clientId();
  final Actor.Person owner = actor(mei);
  final Actor.Operator operator =
      new Actor.Operator(RequestMoment.ofCommand(latchkey.clock.instant()));

  /** Who may do what with the personal credential of Mei, and with one of her organization. */
  record Row(String who, Actor actor, boolean owns, boolean manages, boolean machines) {}

  List<Row> rows() {
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person elsewhere = latchkey.person(other, User.Role.ORGANIZATION_ADMINISTRATOR);
    Person root = latchkey.person(other, User.Role.SUPER_ADMINISTRATOR);
    Person colleague = latchkey.person(acme, User.Role.MEMBER, apollo);
    return List.of(
        new Row("operator", operator, true, true, true),
        new Row("owner", owner, true, true, false),
        new Row("colleague", actor(colleague), false, false, false),
        new Row("administrator", actor(head), false, true, true),
        new Row("administrator elsewhere", actor(elsewhere), false, false, false),
        new Row("super administrator", actor(root), false, true, true),
        new Row("machine", machine(acme, Optional.empty()), false, true, true),
        new Row("machine of a team", machine(acme, Optional.of(apollo)), false, false, false),
        new Row("machine elsewhere", machine(other, Optional.empty()), false, false, false));
  }

  Actor.Person actor(Person person) {
    return new Actor.Person(person.user(), latchkey.now());
  }

  Actor machine(Organization home, Optional<Team> team) {
    return new Actor.Machine(
        Id.VIRTUAL_ADMINISTRATOR.draw(random),
        new Reach(home.id(), team.map(Team::id)),
        latchkey.now());
  }

  AuditEntry newest() {
    return latchkey.stores().operation().auditRecords().newest(1).stream()
        .map(ListedAuditEntry::entry)
        .findFirst()
        .orElseThrow();
  }
}
