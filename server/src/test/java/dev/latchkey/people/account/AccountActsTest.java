package dev.latchkey.people.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.WantedPerson;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The acts on one's own account, without a page, and the creation of one without a command. */
class AccountActsTest extends ActsOnBothStores {
  private final AccountActs acts = latchkey.installation().accountActs();
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person mei = latchkey.person(latchkey.team(acme));
  private final Person head = latchkey.administrator(acme);

  @Test
  void of_many_people_whom_an_operator_adds_with_one_address_one_is_added() {
    String email = Long.toHexString(random.nextLong()) + "@example.com";
    List<AddPerson.Outcome> outcomes = Crowd.of(4, i -> add("Lee", email));

    assertThat(outcomes).filteredOn(AddPerson.Added.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(AddPerson.Refused.EMAIL_TAKEN::equals).hasSize(3);
    assertThat(newest().event()).isEqualTo(AuditEvent.USER_CREATE);
    assertThat(newest().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
    assertThat(add(" ", "nowhere"))
        .isEqualTo(
            new AddPerson.Flawed(new FlawedPerson(Optional.of(DisplayName.Flaw.MISSING), true)));
  }

  private AddPerson.Outcome add(String name, String email) {
    var wanted = new WantedPerson(name, email, "ORGANIZATION_ADMINISTRATOR", List.of());
    return acts.addPerson().by(operator, acme, wanted, new PasswordHash("x"));
  }

  @Test
  void people_end_their_own_sessions_and_of_others_none() {
    Secret.Session present = signIn(mei);
    signIn(mei);
    signIn(head);
    List<SecretHash> ofHead = List.of(sessions(head).getFirst().hash());

    assertThat(end(mei, new EndOwnSessions.Which.Chosen(ofHead)))
        .isEqualTo(EndOwnSessions.Outcome.NOT_FOUND);
    assertThat(end(mei, new EndOwnSessions.Which.Others(present)))
        .isEqualTo(EndOwnSessions.Outcome.ENDED);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ALL_OTHERS);
    assertThat(sessions(mei)).hasSize(1).allMatch(each -> each.hash().equals(present.hash()));
    assertThat(end(mei, new EndOwnSessions.Which.Chosen(List.of(present.hash()))))
        .isEqualTo(EndOwnSessions.Outcome.ENDED);
    assertThat(sessions(mei)).isEmpty();
    assertThat(end(head, new EndOwnSessions.Which.All())).isEqualTo(EndOwnSessions.Outcome.ENDED);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ALL);
    assertThat(sessions(head)).isEmpty();
  }

  private EndOwnSessions.Outcome end(Person whom, EndOwnSessions.Which which) {
    return acts.endOwnSessions().by(actor(whom), which);
  }

  private Secret.Session signIn(Person whom) {
    String key = latchkey.browser().signIn(whom).cookie("latchkey_session");
    return Secret.SESSION.parse(key).orElseThrow();
  }

  private List<UserAccount.OpenSession> sessions(Person whom) {
    return latchkey.stores().signIn().account().sessions(whom.user().id(), latchkey.now());
  }

  @Test
  void people_give_themselves_another_name() {
    assertThat(acts.renameOneself().by(actor(mei), "Mei Lin"))
        .isEqualTo(new RenameOneself.Renamed());
    assertThat(newest().event()).isEqualTo(AuditEvent.USER_CHANGE);
    assertThat(newest().actor()).isEqualTo(mei.user().id());
    assertThat(latchkey.managed(mei).user().name()).isEqualTo("Mei Lin");
    assertThat(acts.renameOneself().by(actor(mei), " "))
        .isEqualTo(new RenameOneself.Flawed(DisplayName.Flaw.MISSING));
  }
}
