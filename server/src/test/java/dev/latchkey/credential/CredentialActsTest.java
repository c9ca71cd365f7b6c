package dev.latchkey.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The acts on credentials, without a page, a call or a command. */
class CredentialActsTest extends OnCredentials {
  @Test
  void a_credential_is_found_by_those_who_may_do_this_and_a_refusal_is_recorded() {
    Credential.Organizational machine = latchkey.machine(head, Optional.empty()).credential();
    for (Row row : rows()) {
      assertFound(row, row.owns(), client, Rights.Act.MANAGE_PERSONAL_CREDENTIALS);
      assertFound(row, row.manages(), client, Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION);
      Id.Client other = machine.clientId();
      assertFound(row, row.machines(), other, Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL);
    }
    assertThat(acts.guard().findOwn(operator, machine.clientId())).isEmpty();
    assertThat(acts.guard().findOwn(operator, Id.CLIENT.draw(random))).isEmpty();
  }

  private void assertFound(Row row, boolean expected, Id.Client which, Rights.Act act) {
    assertThat(acts.guard().find(row.actor(), which, act).isPresent())
        .as(row.who() + " " + act)
        .isEqualTo(expected);
    if (!expected) {
      AuditEntry entry = newest();
      assertThat(entry.event()).isEqualTo(AuditEvent.RIGHT_REFUSED);
      assertThat(entry.outcome()).isEqualTo(AuditOutcome.CREDENTIAL_OF_OTHERS);
      assertThat(entry.client()).contains(which);
      assertThat(entry.organization()).contains(acme.id());
      assertThat(entry.actor()).isEqualTo(((Actor.Authenticated) row.actor()).id());
    }
  }

  private final WantedCredential wanted =
      new WantedCredential(
          "Planner",
          List.of("https://planner.example/callback"),
          app.credential().scope(),
          Set.of(),
          "192.0.2.0/24",
          AppProfile.NONE);

  @Test
  void a_person_or_an_operator_for_a_person_creates_a_personal_credential() {
    Id.Form form = Id.FORM.draw(random);
    var first = acts.createPersonal().by(owner, wanted, form);
    var second = acts.createPersonal().by(operator, mei.user(), wanted);

    for (var outcome : List.of(first, second)) {
      assertThat(outcome).isInstanceOf(CreatePersonalCredential.Created.class);
      var created = (CreatePersonalCredential.Created) outcome;
      assertThat(find(created.credential())).isEqualTo(created.credential());
      assertThat(created.credential().owner()).isEqualTo(mei.user().id());
      assertThat(WantedCredential.of(created.credential())).isEqualTo(wanted);
    }
    assertThat(newest().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
    assertThat(acts.createPersonal().by(owner, wanted, form)).isEqualTo(new AlreadySent());
  }

  @Test
  void what_is_wrong_with_a_credential_is_said_of_each_field() {
    var flawed =
        new WantedCredential(
            "",
            List.of("here", "https://a.example/"),
            Scopes.parse("none:such"),
            Set.of(),
            "x",
            AppProfile.NONE);
    assertThat(codes(acts.createPersonal().by(operator, mei.user(), flawed)))
        .containsExactly(
            "name name.MISSING",
            "scope scope-unknown",
            "networks networks.SHAPE",
            "redirect_uri.0 redirect-uri.SHAPE");
    assertThat(codes(acts.createOrganizational().by(operator, head.user(), acme, flawed)))
        .containsExactly("name name.MISSING", "scope scope-unknown", "networks networks.SHAPE");
    assertThat(codes(acts.change().by(owner, app.credential(), 1, WantedCredential.NOTHING)))
        .containsExactly(
            "name name.MISSING", "scope scope-missing", "redirect_uri.0 redirect-uri-missing");
  }

  private static List<String> codes(Object outcome) {
    assertThat(outcome).isInstanceOf(FlawedCredential.class);
    return ((FlawedCredential) outcome)
        .flaws().stream().map(flaw -> flaw.field() + " " + flaw.code()).toList();
  }

  @Test
  void who_administers_an_organization_creates_its_credentials() {
    Id.Form form = Id.FORM.draw(random);
    var created = acts.createOrganizational().by(actor(head), acme, wanted, form);

    assertThat(created).isInstanceOf(CreateOrganizationCredential.Created.class);
    var credential = ((CreateOrganizationCredential.Created) created).credential();
    assertThat(find(credential)).isEqualTo(credential);
    assertThat(credential.reach()).isEqualTo(new Reach(acme.id(), Optional.empty()));
    assertThat(acts.createOrganizational().by(actor(head), acme, wanted, form))
        .isEqualTo(new AlreadySent());
    assertThat(acts.createOrganizational().by(owner, acme, wanted, Id.FORM.draw(random)))
        .isEqualTo(CreationGuard.Refused.NOT_ENTITLED);
    assertThat(acts.createOrganizational().by(operator, mei.user(), acme, wanted))
        .isEqualTo(CreationGuard.Refused.NOT_ENTITLED);
  }

  @Test
  void a_team_a_second_factor_and_a_new_platform_may_be_needed() {
    var factors = latchkey.stores().signIn().factors();
    CreationGuard usual = acts.creationGuard();
    var strict =
        new CreationGuard(usual.version(), Rules.Factor.REQUIRED, factors, usual.directory());
    var old =
        new CreationGuard(
            new PlatformVersion("6.2.17"), usual.factor(), factors, usual.directory());
    Organization single = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    Person root = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR);

    assertThat(old.check(operator, head.user(), acme))
        .isEqualTo(CreationGuard.Refused.PLATFORM_TOO_OLD);
    assertThat(strict.check(actor(head), head.user(), acme))
        .isEqualTo(CreationGuard.Refused.FACTOR_MISSING);
    assertThat(strict.check(operator, head.user(), acme)).isInstanceOf(CreationGuard.Target.class);
    assertThat(usual.check(actor(root), root.user(), single))
        .isEqualTo(CreationGuard.Refused.NO_TEAM);
    Team only = latchkey.team(single);
    assertThat(usual.check(actor(root), root.user(), single))
        .isEqualTo(
            new CreationGuard.Target(
                single, new Reach(single.id(), Optional.of(only.id())), only.name()));
  }

  @Test
  void a_credential_is_changed_by_its_owner_and_one_of_the_organization_by_administrators() {
    for (Row row : rows()) {
      Credential known = latchkey.app(mei).credential();
      var outcome = acts.change().by(row.actor(), known, 1, wanted);
      ChangeCredential.Refused refused =
          row.manages() ? ChangeCredential.Refused.NOT_OWNED : ChangeCredential.Refused.NOT_FOUND;
      assertThat(outcome)
          .as(row.who())
          .isEqualTo(row.owns() ? new ChangeCredential.Changed(wanted.over(known, 2)) : refused);
      assertThat(find(known)).isEqualTo(row.owns() ? wanted.over(known, 2) : known);
    }
    for (Row row : rows()) {
      Credential machine = latchkey.machine(head, Optional.empty()).credential();
      var outcome = acts.change().by(row.actor(), machine, 1, wanted);
      assertThat(outcome instanceof ChangeCredential.Changed).isEqualTo(row.machines());
    }
  }

  @Test
  void nobody_changes_what_was_changed_since_it_was_seen() {
    acts.change().by(owner, app.credential(), 1, wanted);
    assertThat(acts.change().by(owner, app.credential(), 1, wanted))
        .isEqualTo(ChangeCredential.Refused.EDIT_CONFLICT);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.EDIT_CONFLICT);
  }

  private Credential find(Credential known) {
    return latchkey.stores().credentials().credentials().find(known.clientId()).orElseThrow();
  }

  @Test
  void people_and_operators_who_manage_a_credential_offer_it_and_withdraw_the_offer() {
    Person next = latchkey.person(acme, User.Role.MEMBER, apollo);
    for (Row row : rows()) {
      OfferCredential.Outcome offered = offer(row.actor(), next);
      OfferCredential.Outcome again = offer(row.actor(), next);
      WithdrawOffer.Outcome withdrawn = acts.withdrawOffer().by(row.actor(), client);
      if (row.actor() instanceof Actor.Machine) {
        assertThat(List.of(offered, again)).containsOnly(OfferCredential.Refused.NO_PERSON);
        assertThat(withdrawn).isEqualTo(WithdrawOffer.Outcome.NO_PERSON);
      } else if (row.owns() || row.manages()) {
        assertThat(offered).as(row.who()).isInstanceOf(OfferCredential.Offered.class);
        assertThat(((OfferCredential.Offered) offered).to().id()).isEqualTo(next.user().id());
        assertThat(again).isEqualTo(OfferCredential.Refused.OFFERED_BEFORE);
        assertThat(withdrawn).isEqualTo(WithdrawOffer.Outcome.WITHDRAWN);
        assertThat(acts.withdrawOffer().by(row.actor(), client))
            .isEqualTo(WithdrawOffer.Outcome.NOT_OFFERED);
      } else {
        assertThat(offered).as(row.who()).isEqualTo(OfferCredential.Refused.NOT_FOUND);
        assertThat(withdrawn).isEqualTo(WithdrawOffer.Outcome.NOT_FOUND);
      }
    }
  }

  @Test
  void a_credential_is_offered_to_another_person_of_its_organization() {
    Person stranger =
        latchkey.person(latchkey.organization(Organization.Kind.MULTI_TEAM), User.Role.MEMBER);
    assertThat(offer(owner, stranger)).isEqualTo(OfferCredential.Refused.NEW_OWNER_UNKNOWN);
    assertThat(offer(owner, mei)).isEqualTo(OfferCredential.Refused.OWNED_ALREADY);
  }

  @Test
  void an_offer_is_answered_once_and_only_by_the_person_to_whom_it_was_made() {
    Person next = latchkey.person(acme, User.Role.MEMBER, apollo);
    Actor.Person to = actor(next);
    assertThat(accept(to, 1)).isEqualTo(AcceptOffer.Outcome.NOT_OFFERED);
    offer(owner, next);
    assertThat(accept(owner, 1)).isEqualTo(AcceptOffer.Outcome.NOT_OFFERED);
    assertThat(acts.declineOffer().by(actor(head), client))
        .isEqualTo(DeclineOffer.Outcome.NOT_OFFERED);
    assertThat(acts.declineOffer().by(to, client)).isEqualTo(DeclineOffer.Outcome.DECLINED);
    assertThat(newest().event()).isEqualTo(AuditEvent.TRANSFER_DECLINE);
    assertThat(acts.declineOffer().by(to, client)).isEqualTo(DeclineOffer.Outcome.NOT_OFFERED);

    offer(owner, next);
    assertThat(accept(to, 2)).isEqualTo(AcceptOffer.Outcome.EDIT_CONFLICT);
    assertThat(accept(to, 1)).isEqualTo(AcceptOffer.Outcome.ACCEPTED);
    assertThat(newest().event()).isEqualTo(AuditEvent.CREDENTIAL_TRANSFER);
    assertThat(accept(to, 2)).isEqualTo(AcceptOffer.Outcome.NOT_OFFERED);
    assertThat(find(app.credential()).owner()).isEqualTo(to.id());
  }

  @Test
  void access_from_before_the_owner_was_disabled_is_not_revived_unasked() {
    Person next = latchkey.person(acme, User.Role.MEMBER, apollo);
    offer(actor(head), next);
    latchkey.disable(mei);
    assertThat(accept(actor(next), 1)).isEqualTo(AcceptOffer.Outcome.EDIT_CONFLICT);
    assertThat(acts.acceptOffer().by(actor(next), client, 1, true))
        .isEqualTo(AcceptOffer.Outcome.ACCEPTED);
  }

  private AcceptOffer.Outcome accept(Actor.Person actor, int seen) {
    return acts.acceptOffer().by(actor, client, seen, false);
  }

  private OfferCredential.Outcome offer(Actor actor, Person to) {
    return acts.offer().by(actor, client, to.user().email());
  }

  @Test
  void a_credential_is_deleted_by_its_owner_and_by_those_who_manage_it() {
    for (Row row : rows()) {
      Credential seen = latchkey.app(mei).credential();
      DeleteCredential.Outcome first = acts.delete().by(row.actor(), seen);
      DeleteCredential.Outcome second = acts.delete().by(row.actor(), seen);
      boolean isAllowed = row.owns() || row.manages();
      assertThat(first)
          .as(row.who())
          .isEqualTo(
              isAllowed ? DeleteCredential.Outcome.DELETED : DeleteCredential.Outcome.NOT_FOUND);
      assertThat(second)
          .as(row.who())
          .isEqualTo(isAllowed ? DeleteCredential.Outcome.DELETED_BEFORE : first);
    }
  }

  @Test
  void nobody_deletes_what_has_a_new_owner_since_it_was_seen() {
    Person next = latchkey.person(acme, User.Role.MEMBER, apollo);
    var offers = latchkey.stores().credentials().offers();
    offers.offer(app.credential(), next.user().id(), mei.user().id(), latchkey.now());
    offers.accept(app.credential(), next.user().id(), false, latchkey.now());

    assertThat(acts.delete().by(operator, app.credential()))
        .isEqualTo(DeleteCredential.Outcome.OWNER_CHANGED);
  }
}
