package dev.latchkey.credential;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;

/** An organization, a person with an app, and those who may or may not do something with it. */
public abstract class OnCredentials extends ActsOnBothStores {
  protected final CredentialActs acts = latchkey.credentialActs();

  protected final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  protected final Team apollo = latchkey.team(acme);
  protected final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  protected final Person head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
  protected final App app = latchkey.app(mei);
  protected final Id.Client client = app.credential().clientId();
  protected final Actor.Person owner = new Actor.Person(mei.user(), latchkey.now());

  /** Who may do what with the personal credential of Mei, and with one of her organization. */
  protected record Row(String who, Actor actor, boolean owns, boolean manages, boolean machines) {}

  protected final List<Row> rows() {
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
}
