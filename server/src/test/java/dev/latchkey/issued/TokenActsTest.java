package dev.latchkey.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.credential.OnCredentials;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The acts on issued tokens and on grants, without a page, a call or a command. */
class TokenActsTest extends OnCredentials {
  private final TokenActs tokens = latchkey.installation().tokenActs();
  private final Person lee = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final Person guest = latchkey.person();

  @Test
  void many_tokens_are_revoked_by_those_who_manage_what_is_named() {
    for (Row row : rows()) {
      assertRevoked(row, new Whose.OfCredential(app.credential()), row.manages());
      assertRevoked(row, new Whose.OfPersonToApp(lee.user().id(), app.credential()), row.manages());
      assertRevoked(row, new Whose.OfOrganization(acme.id()), row.machines());
      assertRevoked(row, new Whose.OfPerson(lee.user().id()), row.machines());
      assertRevoked(row, new Whose.Everyone(), row.actor().equals(operator));
    }
    assertThat(revoke(owner, new Whose.OfPerson(owner.id())))
        .isInstanceOf(RevokeTokens.Revoked.class);
    Whose unknown = new Whose.OfOrganization(Id.ORGANIZATION.draw(random));
    assertThat(revoke(operator, unknown)).isEqualTo(TokenGuard.Refused.NOT_FOUND);
  }

  private void assertRevoked(Row row, Whose whose, boolean isAllowed) {
    assertThat(revoke(row.actor(), whose) instanceof RevokeTokens.Revoked)
        .as(row.who() + " " + whose)
        .isEqualTo(isAllowed);
  }

  @Test
  void a_refusal_says_whether_the_organization_is_the_own_and_the_person_higher() {
    Person root = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR);
    assertThat(revoke(owner, new Whose.OfOrganization(acme.id())))
        .isEqualTo(TokenGuard.Refused.FORBIDDEN);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.PLACE_NOT_FOR_ROLE);
    assertThat(revoke(actor(guest), new Whose.OfOrganization(acme.id())))
        .isEqualTo(TokenGuard.Refused.NOT_FOUND);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ORGANIZATION_OF_OTHERS);
    assertThat(revoke(actor(head), new Whose.OfPerson(root.user().id())))
        .isEqualTo(TokenGuard.Refused.PERSON_ABOVE);
  }

  @Test
  void tokens_of_a_credential_that_was_deleted_are_not_revoked() {
    latchkey.delete(app);
    assertThat(revoke(operator, new Whose.OfCredential(app.credential())))
        .isEqualTo(new RevokeTokens.OwnerChanged());
  }

  private RevokeTokens.Outcome revoke(Actor actor, Whose whose) {
    return tokens.revokeTokens().by(actor, TokenSelection.of(whose));
  }

  @Test
  void a_grant_is_ended_by_its_giver_and_who_manages_the_giver_or_the_app() {
    assertEnded(actor(guest), guest, AuditEvent.GRANT_END, AuditOutcome.OK);
    assertEnded(actor(head), lee, AuditEvent.GRANT_END, AuditOutcome.ACCESS_BY_ADMINISTRATOR);
    assertEnded(operator, guest, AuditEvent.GRANT_END, AuditOutcome.ACCESS_BY_ADMINISTRATOR);
    assertEnded(owner, guest, AuditEvent.ACCESS_END, AuditOutcome.OK);
    assertEnded(actor(head), guest, AuditEvent.ACCESS_END, AuditOutcome.OK);

    Id.Grant grant = grantOf(guest);
    assertThat(tokens.endGrant().by(actor(lee), grant)).isEqualTo(EndGrant.Outcome.NOT_FOUND);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.CREDENTIAL_OF_OTHERS);
    assertThat(tokens.endGrant().by(operator, Id.GRANT.draw(random)))
        .isEqualTo(EndGrant.Outcome.NOT_FOUND);
    assertThat(Crowd.of(4, i -> tokens.endGrant().by(actor(guest), grant)))
        .containsOnly(EndGrant.Outcome.ENDED);
  }

  private void assertEnded(Actor actor, Person giver, AuditEvent event, AuditOutcome outcome) {
    assertThat(tokens.endGrant().by(actor, grantOf(giver))).isEqualTo(EndGrant.Outcome.ENDED);
    assertThat(newest().event()).isEqualTo(event);
    assertThat(newest().outcome()).isEqualTo(outcome);
    assertThat(newest().client()).contains(client);
    assertThat(grants(giver)).isEmpty();
  }

  private Id.Grant grantOf(Person giver) {
    app.tokens(latchkey.browser().signIn(giver));
    return grants(giver).getFirst().id();
  }

  private List<ActiveGrants.Grant> grants(Person giver) {
    var first = TablePage.first(ActiveGrants.Column.APP, 50);
    var all = new ActiveGrants.Search(SearchText.NONE, first);
    var store = latchkey.stores().grants().activeGrants();
    return store.find(giver.user().id(), all, latchkey.now()).rows();
  }
}
