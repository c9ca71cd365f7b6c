package dev.latchkey.people.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.people.policy.ChangeClientPolicy.Written;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an organization decides about apps without a credential, without a page. */
class PublicClientActsTest extends ActsOnBothStores {
  private static final ClientPolicy ASKED =
      new ClientPolicy(ClientPolicy.Rule.ASK, List.of(), Scopes.NONE, 30, 0);
  private static final PublicClient APP =
      new PublicClient(
          "key", Optional.empty(), "Planner", List.of(new RedirectUri("http://localhost/back")));

  private final OrganizationGuard guard = latchkey.directoryActs().organizationGuard();
  private final ChangeClientPolicy changePolicy =
      new ChangeClientPolicy(
          guard,
          latchkey.stores().credentials().clientPolicies(),
          latchkey.settings().platform().catalogue());
  private final DecideOnPublicClient decide =
      new DecideOnPublicClient(guard, latchkey.stores().credentials().publicClientReview(), random);

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final Person head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
  private final Person elsewhere =
      latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
  private final WantedPolicy wanted = WantedPolicy.of(ASKED, changePolicy.catalogue().names());

  @Test
  void only_administrators_decide_and_a_refusal_is_recorded() {
    assertThat(change(mei, wanted)).isEqualTo(new ChangeClientPolicy.Refused(NoAccess.FORBIDDEN));
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.PLACE_NOT_FOR_ROLE);
    assertThat(decide(actor(elsewhere), true))
        .isEqualTo(new DecideOnPublicClient.Refused(NoAccess.NOT_FOUND));
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ORGANIZATION_OF_OTHERS);
  }

  @Test
  void of_many_who_change_what_they_have_seen_one_does() {
    assertThat(Crowd.of(4, i -> change(head, wanted)))
        .containsOnlyOnce(Written.CHANGED)
        .contains(Written.EDIT_CONFLICT);
    assertThat(newest().event()).isEqualTo(AuditEvent.CLIENT_POLICY_CHANGE);
  }

  @Test
  void what_cannot_be_stored_is_refused() {
    assertFlawed("rule", new WantedPolicy("", "", wanted.scope(), "30", "0"));
    assertFlawed("hosts", new WantedPolicy("ASK", "a b/c", wanted.scope(), "30", "0"));
    assertFlawed("scope", new WantedPolicy("ASK", "", Scopes.NONE, "30", "0"));
    assertFlawed("scope", new WantedPolicy("ASK", "", Scopes.parse("none:such"), "30", "0"));
    assertFlawed("days", new WantedPolicy("ASK", "", wanted.scope(), "366", "0"));
  }

  private void assertFlawed(String field, WantedPolicy flawed) {
    ChangeClientPolicy.Outcome outcome = change(head, flawed);
    assertThat(outcome).isInstanceOf(FlawedPolicy.class);
    assertThat(((FlawedPolicy) outcome).field()).isEqualTo(field);
  }

  @Test
  void of_many_who_decide_on_an_app_one_does() {
    change(head, wanted);
    var clients = latchkey.stores().credentials().publicClients();
    clients.admit(APP, mei.user(), Id.CLIENT.draw(random), latchkey.now());
    assertThat(Crowd.of(4, i -> decide(actor(head), i % 2 == 0)))
        .containsOnlyOnce(DecideOnPublicClient.Written.DECIDED)
        .contains(DecideOnPublicClient.Written.EDIT_CONFLICT);
    assertThat(newest().event()).isIn(AuditEvent.CLIENT_DENY, AuditEvent.CREDENTIAL_CREATE);
    assertThat(newest().actor()).isEqualTo(head.user().id());
  }

  private ChangeClientPolicy.Outcome change(Person by, WantedPolicy policy) {
    return changePolicy.by(actor(by), acme.id(), policy);
  }

  private DecideOnPublicClient.Outcome decide(Actor.Person by, boolean isAllowed) {
    return decide.by(by, acme.id(), new DecideOnPublicClient.Decision("key", isAllowed, 1));
  }
}
