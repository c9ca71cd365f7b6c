package dev.latchkey.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.UserAccount;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The acts on people, without a page, a call or a command. */
class PersonActsTest extends ActsOnBothStores {
  private static final AccessRemoval.What EVERYTHING = new AccessRemoval.What.Everything();

  private final DirectoryActs acts = latchkey.directoryActs();

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final Person head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
  private final Person root = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo);

  /** Who may change Mei and a super administrator, and what the audit log says if not. */
  private record Row(String who, Actor actor, AuditOutcome ofMei, AuditOutcome ofRoot) {}

  private List<Row> rows() {
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person elsewhere = latchkey.person(other, User.Role.ORGANIZATION_ADMINISTRATOR);
    Person colleague = latchkey.person(acme, User.Role.MEMBER, apollo);
    var granted = AuditOutcome.OK;
    var foreign = AuditOutcome.PERSON_OF_OTHERS;
    var above = AuditOutcome.ROLE_ABOVE_OWN;
    var oneself = AuditOutcome.OWN_STANDING;
    return List.of(
        new Row("operator", operator, granted, granted),
        new Row("super administrator", actor(root), granted, oneself),
        new Row("administrator", actor(head), granted, above),
        new Row("administrator elsewhere", actor(elsewhere), foreign, foreign),
        new Row("herself", actor(mei), oneself, foreign),
        new Row("colleague", actor(colleague), foreign, foreign),
        new Row("machine", machine(acme, Optional.empty()), granted, above),
        new Row("machine of a team", machine(acme, Optional.of(apollo)), foreign, foreign),
        new Row("machine elsewhere", machine(other, Optional.empty()), foreign, foreign));
  }

  @Test
  void each_act_asks_who_may_change_the_person_and_records_a_refusal() {
    for (Row row : rows()) {
      assertRefused(row, link(row.actor(), mei), mei, row.ofMei());
      assertRefused(row, link(row.actor(), root), root, row.ofRoot());
      assertRefused(row, rename(row.actor(), mei), mei, row.ofMei());
      assertRefused(row, rename(row.actor(), root), root, row.ofRoot());
      assertRefused(row, disable(row.actor(), mei), mei, row.ofMei());
      assertRefused(row, enable(row.actor(), mei), mei, row.ofMei());
      assertRefused(row, end(row.actor(), mei, EVERYTHING), mei, row.ofMei());
      assertRefused(row, removeFactor(row.actor(), mei), mei, row.ofMei());
    }
    assertThat(acts.createPasswordLink().by(operator, Id.USER.draw(random)))
        .isEqualTo(NotManaged.NOT_FOUND);
  }

  private void assertRefused(Row row, Object outcome, Person about, AuditOutcome expected) {
    String what = row.who() + " " + outcome;
    assertThat(outcome instanceof NotManaged).as(what).isEqualTo(expected != AuditOutcome.OK);
    if (outcome instanceof NotManaged refused) {
      AuditEntry entry = newest();
      assertThat(entry.event()).isEqualTo(AuditEvent.RIGHT_REFUSED);
      assertThat(entry.outcome()).as(what).isEqualTo(expected);
      assertThat(entry.aboutUser()).contains(about.user().id());
      assertThat(refused == NotManaged.NOT_FOUND)
          .as(what)
          .isEqualTo(expected == AuditOutcome.PERSON_OF_OTHERS);
    }
  }

  @Test
  void nobody_gives_a_higher_role_than_their_own() {
    var wanted = wanted("Lee", User.Role.SUPER_ADMINISTRATOR);
    assertThat(acts.invitePerson().by(actor(head), acme.id(), wanted))
        .isEqualTo(InvitePerson.Refused.ROLE_ABOVE_OWN);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ROLE_ABOVE_OWN);
    assertThat(change(actor(head), mei, wanted)).isEqualTo(NotManaged.ABOVE);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ROLE_ABOVE_OWN);
    assertThat(acts.invitePerson().by(actor(mei), acme.id(), wanted)).isEqualTo(NoAccess.FORBIDDEN);
    assertThat(change(operator, mei, wanted)).isInstanceOf(ChangePerson.Changed.class);
    assertThat(person(mei).user().role()).isEqualTo(User.Role.SUPER_ADMINISTRATOR);
  }

  @Test
  void of_many_invitations_of_one_address_one_is_made() {
    WantedPerson wanted = wanted("Lee", User.Role.MEMBER);
    List<InvitePerson.Outcome> outcomes =
        Crowd.of(
            8, i -> acts.invitePerson().by(actor(i % 2 == 0 ? head : root), acme.id(), wanted));

    assertThat(outcomes).filteredOn(InvitePerson.Invited.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(InvitePerson.Refused.EMAIL_TAKEN::equals).hasSize(7);
    assertThat(acts.invitePerson().by(operator, acme.id(), wanted))
        .isEqualTo(InvitePerson.Refused.EMAIL_TAKEN);
    assertThat(change(operator, mei, wanted)).isEqualTo(ChangePerson.Refused.EMAIL_TAKEN);
  }

  @Test
  void an_operator_invites_and_creates_any_number_of_links() {
    for (int i = 0; i < 12; i++) {
      assertThat(link(operator, mei)).isInstanceOf(CreatePasswordLink.Created.class);
      link(actor(head), mei);
    }
    assertThat(link(actor(head), mei)).isInstanceOf(Throttled.class);
    WantedPerson wanted = wanted("Lee", User.Role.MEMBER);
    assertThat(acts.invitePerson().by(operator, acme.id(), wanted))
        .isInstanceOf(InvitePerson.Invited.class);
    assertThat(newest().event()).isEqualTo(AuditEvent.USER_CREATE);
    assertThat(newest().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
  }

  @Test
  void what_cannot_be_stored_is_refused() {
    var wanted = new WantedPerson(" ", "nowhere", User.Role.MEMBER.name(), List.of());
    var flawed = new FlawedPerson(Optional.of(DisplayName.Flaw.MISSING), true);
    assertThat(acts.invitePerson().by(actor(head), acme.id(), wanted)).isEqualTo(flawed);
    assertThat(change(operator, mei, wanted)).isEqualTo(flawed);
  }

  @Test
  void who_was_changed_since_they_were_seen_is_not_changed() {
    WantedPerson wanted = wanted("Lee", User.Role.MEMBER);
    assertThat(acts.changePerson().by(operator, mei.user().id(), 7, wanted))
        .isEqualTo(ChangePerson.Refused.EDIT_CONFLICT);
    int seen = person(mei).version();
    List<ChangePerson.Outcome> outcomes =
        Crowd.of(4, i -> acts.changePerson().by(operator, mei.user().id(), seen, wanted));
    assertThat(outcomes).filteredOn(ChangePerson.Changed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(ChangePerson.Refused.EDIT_CONFLICT::equals).hasSize(3);
    assertThat(person(mei).user().name()).isEqualTo("Lee");
  }

  @Test
  void of_many_who_disable_a_person_one_does() {
    int seen = person(mei).version();
    List<DisablePerson.Outcome> outcomes =
        Crowd.of(4, i -> acts.disablePerson().by(operator, mei.user().id(), seen));
    assertThat(outcomes).filteredOn(DisablePerson.Disabled.class::isInstance).hasSize(1);
    assertThat(disable(operator, mei)).isEqualTo(DisablePerson.Refused.DISABLED_BEFORE);
    assertThat(acts.enablePerson().by(operator, mei.user().id(), seen))
        .isEqualTo(EnablePerson.Refused.EDIT_CONFLICT);
    assertThat(enable(operator, mei)).isEqualTo(new EnablePerson.Enabled(person(mei)));
    assertThat(enable(operator, mei)).isEqualTo(EnablePerson.Refused.ENABLED_BEFORE);
    assertThat(acts.disablePerson().by(operator, mei.user().id(), seen))
        .isEqualTo(DisablePerson.Refused.EDIT_CONFLICT);
  }

  @Test
  void a_disabled_person_gets_no_link() {
    disable(operator, mei);
    assertThat(link(operator, mei)).isEqualTo(CreatePasswordLink.Refused.DISABLED);
    assertThat(newest().event()).isEqualTo(AuditEvent.PASSWORD_LINK_CREATE);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.EDIT_CONFLICT);
  }

  @Test
  void of_many_who_end_a_session_one_does() {
    latchkey.browser().signIn(mei);
    var session = new AccessRemoval.What.Session(sessions(mei).getFirst().hash());
    assertThat(end(operator, head, session)).isEqualTo(EndAccess.Written.ENDED_BEFORE);
    List<EndAccess.Outcome> outcomes = Crowd.of(4, i -> end(operator, mei, session));
    assertThat(outcomes).filteredOn(EndAccess.Written.ENDED::equals).hasSize(1);
    assertThat(outcomes).filteredOn(EndAccess.Written.ENDED_BEFORE::equals).hasSize(3);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.SESSION_BY_ADMINISTRATOR);
    latchkey.browser().signIn(mei);
    assertThat(end(operator, mei, EVERYTHING)).isEqualTo(EndAccess.Written.ENDED);
    assertThat(sessions(mei)).isEmpty();
  }

  @Test
  void people_end_their_own_sessions_and_apps_one_by_one() {
    latchkey.browser().signIn(mei);
    var session = new AccessRemoval.What.Session(sessions(mei).getFirst().hash());
    assertThat(end(actor(head), head, session)).isEqualTo(EndAccess.Written.ENDED_BEFORE);
    assertThat(end(actor(mei), mei, session)).isEqualTo(EndAccess.Written.ENDED);
    assertThat(newest().event()).isEqualTo(AuditEvent.SESSION_END);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.OK);
    assertThat(end(actor(mei), mei, session)).isEqualTo(EndAccess.Written.ENDED_BEFORE);

    latchkey.app(head).tokens(latchkey.browser().signIn(mei));
    var access = new AccessRemoval.What.App(grants(mei).getFirst().id());
    assertThat(end(actor(head), head, access)).isEqualTo(NotManaged.NOT_FOUND);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.GRANT_OF_ANOTHER);
    assertThat(end(actor(mei), mei, access)).isEqualTo(EndAccess.Written.ENDED);
    assertThat(newest().event()).isEqualTo(AuditEvent.GRANT_END);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.OK);
    assertThat(end(actor(mei), mei, access)).isEqualTo(EndAccess.Written.ENDED_BEFORE);
  }

  private List<ActiveGrants.Grant> grants(Person whom) {
    var first = TablePage.first(ActiveGrants.Column.APP, 50);
    var all = new ActiveGrants.Search(SearchText.NONE, first);
    var store = latchkey.stores().grants().activeGrants();
    return store.find(whom.user().id(), all, latchkey.now()).rows();
  }

  private List<UserAccount.OpenSession> sessions(Person whom) {
    return latchkey.stores().signIn().account().sessions(whom.user().id(), latchkey.now());
  }

  @Test
  void a_person_without_a_second_factor_has_none_to_remove() {
    AuditEntry before = newest();
    assertThat(removeFactor(operator, mei)).isEqualTo(RemoveSecondFactor.Refused.NONE);
    assertThat(newest()).isEqualTo(before);
  }

  private RemoveSecondFactor.Outcome removeFactor(Actor actor, Person whom) {
    return acts.removeSecondFactor().by(actor, whom.user().id());
  }

  private EndAccess.Outcome end(Actor actor, Person whom, AccessRemoval.What what) {
    return acts.endAccess().by(actor, whom.user().id(), what);
  }

  private CreatePasswordLink.Outcome link(Actor actor, Person whom) {
    return switch (actor) {
      case Actor.Authenticated caller -> acts.createPasswordLink().by(caller, whom.user().id());
      case Actor.Local _ -> acts.createPasswordLink().by(operator, whom.user().id());
    };
  }

  private DisablePerson.Outcome disable(Actor actor, Person whom) {
    return acts.disablePerson().by(actor, whom.user().id(), person(whom).version());
  }

  private EnablePerson.Outcome enable(Actor actor, Person whom) {
    return acts.enablePerson().by(actor, whom.user().id(), person(whom).version());
  }

  private ChangePerson.Outcome rename(Actor actor, Person whom) {
    User user = whom.user();
    var wanted = new WantedPerson("Mei", user.email(), user.role().name(), user.teams());
    return change(actor, whom, wanted);
  }

  private ChangePerson.Outcome change(Actor actor, Person whom, WantedPerson wanted) {
    return acts.changePerson().by(actor, whom.user().id(), person(whom).version(), wanted);
  }

  private WantedPerson wanted(String name, User.Role role) {
    String email = Long.toHexString(random.nextLong()) + "@example.com";
    return new WantedPerson(name, email, role.name(), List.of());
  }

  private ManagedUser person(Person whom) {
    return latchkey.managed(whom);
  }
}
