package dev.latchkey.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The acts on client secrets and on organization tokens, without a page, a call or a command. */
class SecretActsTest extends OnCredentials {
  @Test
  void only_the_owner_and_an_operator_add_and_retire_secrets() {
    for (Row row : rows()) {
      AddSecret.Outcome added = acts.addSecret().by(row.actor(), client, Optional.empty());
      assertThat(added instanceof AddSecret.Added).as(row.who()).isEqualTo(row.owns());
      assertThat(added == AddSecret.Refused.NOT_FOUND).as(row.who()).isNotEqualTo(row.owns());
      assertThat(acts.retireSecret().by(row.actor(), client, secrets().getFirst().secretId()))
          .as(row.who())
          .isEqualTo(row.owns() ? RetireSecret.Outcome.RETIRED : RetireSecret.Outcome.NOT_FOUND);
    }
  }

  @Test
  void of_many_new_secrets_at_once_one_is_added() {
    List<AddSecret.Outcome> outcomes =
        Crowd.of(
            8, i -> acts.addSecret().by(i % 2 == 0 ? operator : owner, client, Optional.empty()));

    assertThat(outcomes).filteredOn(AddSecret.Added.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(AddSecret.Refused.LIMIT_REACHED::equals).hasSize(7);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.TOO_MANY);
    assertThat(secrets()).extracting(ClientSecrets.View::createdBy).containsOnly(mei.user().name());
  }

  @Test
  void a_form_adds_one_secret() {
    Optional<Id.Form> form = Optional.of(Id.FORM.draw(random));
    assertThat(acts.addSecret().by(owner, client, form)).isInstanceOf(AddSecret.Added.class);
    assertThat(acts.addSecret().by(owner, client, form)).isEqualTo(AddSecret.Refused.ALREADY_SENT);
    assertThat(secrets()).hasSize(2);
  }

  @Test
  void the_last_secret_is_never_retired() {
    SecretHash first = secrets().getFirst().secretId();
    assertThat(retire(first)).isEqualTo(RetireSecret.Outcome.LAST);
    assertThat(newest().event()).isEqualTo(AuditEvent.SECRET_RETIRE);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.LAST_OR_UNKNOWN);
    acts.addSecret().by(owner, client, Optional.empty());

    List<RetireSecret.Outcome> outcomes = Crowd.of(4, i -> retire(first));

    assertThat(outcomes).filteredOn(RetireSecret.Outcome.RETIRED::equals).hasSize(1);
    assertThat(outcomes).filteredOn(RetireSecret.Outcome.NOT_ACTIVE::equals).hasSize(3);
    assertThat(secrets()).hasSize(1);
    SecretHash foreign = SecretHash.of(latchkey.app(mei).secret());
    assertThat(retire(foreign)).isEqualTo(RetireSecret.Outcome.NOT_ACTIVE);
  }

  @Test
  void those_who_manage_an_organization_credential_reissue_and_revoke_its_tokens() {
    var known = latchkey.machine(head, Optional.empty()).credential();
    Optional<Id.Form> form = Optional.of(Id.FORM.draw(random));
    for (Row row : rows()) {
      ReissueToken.Outcome reissued = reissue(row.actor(), known, Optional.empty());
      if (reissued instanceof ReissueToken.Reissued(var token, var _)) {
        assertThat(row.machines()).as(row.who()).isTrue();
        assertThat(revoke(row.actor(), known, token)).isEqualTo(RevokeToken.Outcome.REVOKED);
        assertThat(revoke(row.actor(), known, token)).isEqualTo(RevokeToken.Outcome.ENDED_BEFORE);
      } else {
        assertThat(row.machines()).as(row.who()).isFalse();
        assertThat(reissued).isEqualTo(ReissueToken.Refused.NOT_FOUND);
        assertThat(revoke(row.actor(), known, Secret.ORGANIZATION.mint(random)))
            .isEqualTo(RevokeToken.Outcome.NOT_FOUND);
      }
    }
    assertThat(reissue(operator, known, form)).isInstanceOf(ReissueToken.Reissued.class);
    assertThat(reissue(operator, known, form)).isEqualTo(new AlreadySent());
  }

  private ReissueToken.Outcome reissue(
      Actor actor, Credential.Organizational known, Optional<Id.Form> form) {
    return acts.reissueToken().by(actor, known, OrganizationTokens.Overlap.DAY, form);
  }

  private RevokeToken.Outcome revoke(
      Actor actor, Credential.Organizational known, Secret.Organization token) {
    return acts.revokeToken().by(actor, known.clientId(), token.hash());
  }

  private RetireSecret.Outcome retire(SecretHash secret) {
    return acts.retireSecret().by(owner, client, secret);
  }

  private List<ClientSecrets.View> secrets() {
    return latchkey.stores().credentials().secrets().of(client);
  }
}
