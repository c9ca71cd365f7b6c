package dev.latchkey.login.factor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.login.factor.FactorProofCheck.Offered;
import dev.latchkey.login.factor.FactorProofCheck.Unproven;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Rate;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.Passkeys;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people change about their second factor, without a page. */
class FactorActsTest extends ActsOnBothStores {
  private final Person mei = latchkey.person();
  private final Secret.Session session =
      Secret.SESSION.parse(latchkey.browser().signIn(mei).cookie("latchkey_session")).orElseThrow();

  private final CodeCheck codes =
      new CodeCheck(new Unsealed(), latchkey.stores().signIn().sessions());
  private final PasskeyCheck passkeys =
      new PasskeyCheck(
          new PasskeyChallenges(new Unsealed(), random),
          latchkey.stores().signIn().passkeys(),
          new RateLimit("passkey-answers", Rate.perMinute(60), latchkey.clock));
  private final FactorActs acts =
      FactorActs.on(latchkey.stores().signIn(), codes, passkeys, random);
  private final PasskeyDevice device = new PasskeyDevice(latchkey.url());

  @Test
  void an_app_is_added_once_and_only_by_a_code_of_it() {
    AuthenticatorKey key = AuthenticatorKey.draw(random);
    String code = code(key);
    assertThat(addApp(key, "000000x")).isEqualTo(AddAuthenticatorApp.Outcome.Refused.CODE_WRONG);
    assertThat(addApp(key, code)).isInstanceOf(AddAuthenticatorApp.Outcome.Added.class);
    assertThat(newest().event()).isEqualTo(AuditEvent.SECOND_FACTOR_ADD);
    assertThat(addApp(key, code)).isEqualTo(AddAuthenticatorApp.Outcome.Refused.THERE_ALREADY);
  }

  @Test
  void recovery_codes_are_renewed_by_a_code_that_was_not_used_before() {
    AuthenticatorKey key = AuthenticatorKey.draw(random);
    List<RecoveryCode> first = addApp(key);

    assertThat(renew(code(key))).isEqualTo(Unproven.Refused.SPENT);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.EDIT_CONFLICT);
    assertThat(renew("000000")).isEqualTo(Unproven.Refused.CODE_WRONG);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.CODE_WRONG);
    assertThat(renew(first.getFirst().reveal()))
        .isInstanceOfSatisfying(
            RenewRecoveryCodes.Renewed.class,
            renewed -> assertThat(renewed.codes()).hasSize(10).doesNotContainAnyElementsOf(first));
    assertThat(newest().event()).isEqualTo(AuditEvent.RECOVERY_CODES_CREATE);
    assertThat(renew(first.getLast().reveal())).isEqualTo(Unproven.Refused.SPENT);
  }

  @Test
  void of_many_who_remove_an_app_with_one_code_one_does() {
    AuthenticatorKey key = AuthenticatorKey.draw(random);
    addApp(key);
    latchkey.clock.pass(Duration.ofMinutes(1));
    Offered proof = ofCode(code(key));

    List<RemoveAuthenticatorApp.Outcome> outcomes = Crowd.of(4, i -> removeApp(proof));

    assertThat(outcomes).filteredOn(RemoveAuthenticatorApp.Removed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Unproven.Refused.class::isInstance).hasSize(3);
    assertThat(removeApp(ofCode("000000"))).isEqualTo(Unproven.Refused.NO_FACTOR);
  }

  @Test
  void a_passkey_proves_the_second_factor_of_its_owner_only_and_once() {
    addApp(AuthenticatorKey.draw(random));
    add(created(device));
    Offered ofMei = signature();

    assertThat(acts.renewCodes().by(actor(latchkey.person()), ofMei))
        .isEqualTo(Unproven.Refused.PASSKEY_WRONG);
    assertThat(removeApp(ofMei)).isEqualTo(new RemoveAuthenticatorApp.Removed());
    assertThat(newest().event()).isEqualTo(AuditEvent.SECOND_FACTOR_REMOVE);
    assertThat(acts.renewCodes().by(actor(mei), ofMei)).isEqualTo(Unproven.Refused.SPENT);
    assertThat(acts.renewCodes().by(actor(mei), signature()))
        .isInstanceOf(RenewRecoveryCodes.Renewed.class);
  }

  @Test
  void a_passkey_is_added_for_its_challenge_and_removed_once() {
    AddPasskey.Wanted wanted = created(device);
    byte[] another = challenge(PasskeyPurpose.adding(session));

    assertThat(add(new AddPasskey.Wanted(" ", wanted.answer(), wanted.challenge())))
        .isEqualTo(new AddPasskey.Outcome.Flawed(DisplayName.Flaw.MISSING));
    assertThat(add(new AddPasskey.Wanted("Phone", wanted.answer(), another)))
        .isEqualTo(AddPasskey.Outcome.Refused.NOT_CREATED);
    assertThat(add(wanted))
        .isInstanceOfSatisfying(
            AddPasskey.Outcome.Added.class, added -> assertThat(added.codes()).hasSize(10));
    assertThat(newest().event()).isEqualTo(AuditEvent.PASSKEY_ADD);
    assertThat(add(wanted)).isEqualTo(AddPasskey.Outcome.Refused.EDIT_CONFLICT);

    assertThat(removePasskey(latchkey.person())).isEqualTo(RemovePasskey.Outcome.NOT_FOUND);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.EDIT_CONFLICT);
    assertThat(removePasskey(mei)).isEqualTo(RemovePasskey.Outcome.REMOVED);
    assertThat(newest().event()).isEqualTo(AuditEvent.PASSKEY_REMOVE);
    assertThat(removePasskey(mei)).isEqualTo(RemovePasskey.Outcome.NOT_FOUND);
  }

  @Test
  void a_person_has_at_most_ten_passkeys_and_gets_recovery_codes_with_the_first() {
    assertThat(add(created(device))).isInstanceOf(AddPasskey.Outcome.Added.class);
    for (int i = 1; i < Passkeys.MAX; i++) {
      assertThat(add(created(new PasskeyDevice(latchkey.url()))))
          .isEqualTo(new AddPasskey.Outcome.Added(List.of()));
    }
    assertThat(add(created(new PasskeyDevice(latchkey.url()))))
        .isEqualTo(AddPasskey.Outcome.Refused.TOO_MANY);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.TOO_MANY);
  }

  private AddAuthenticatorApp.Outcome addApp(AuthenticatorKey key, String code) {
    return acts.addApp().by(actor(mei), session, key, code);
  }

  private List<RecoveryCode> addApp(AuthenticatorKey key) {
    return switch (addApp(key, code(key))) {
      case AddAuthenticatorApp.Outcome.Added(var added) -> added;
      case AddAuthenticatorApp.Outcome.Refused why -> throw new AssertionError(why);
    };
  }

  private String code(AuthenticatorKey key) {
    String address = key.address("Latchkey", mei.email());
    return Authenticator.reading(address).code(latchkey.clock.instant());
  }

  private static Offered ofCode(String code) {
    return new Offered.Code(EnteredCode.parse(code).orElseThrow());
  }

  private RenewRecoveryCodes.Outcome renew(String code) {
    return acts.renewCodes().by(actor(mei), ofCode(code));
  }

  private RemoveAuthenticatorApp.Outcome removeApp(Offered proof) {
    return acts.removeApp().by(actor(mei), session, proof);
  }

  private byte[] challenge(PasskeyPurpose purpose) {
    return passkeys.newChallenge(purpose, latchkey.clock.instant());
  }

  private AddPasskey.Wanted created(PasskeyDevice by) {
    byte[] challenge = challenge(PasskeyPurpose.adding(session));
    String options = passkeys.askForNew(latchkey.url(), challenge, mei.user(), List.of());
    var answer = new PasskeyAnswer(by.create(options), latchkey.url());
    return new AddPasskey.Wanted("Phone", answer, challenge);
  }

  private AddPasskey.Outcome add(AddPasskey.Wanted wanted) {
    return acts.addPasskey().by(actor(mei), session, wanted);
  }

  private RemovePasskey.Outcome removePasskey(Person by) {
    return acts.removePasskey().by(actor(by), session, device.id());
  }

  private Offered signature() {
    PasskeyPurpose purpose = PasskeyPurpose.change(session);
    var options =
        Json.object()
            .put("rpId", URI.create(latchkey.url()).getHost())
            .put(
                "challenge",
                Base64.getUrlEncoder().withoutPadding().encodeToString(challenge(purpose)));
    String signed = device.sign(options.toString());
    return new Offered.Signature(new PasskeyAnswer(signed, latchkey.url()), purpose);
  }

  /** Leaves the key as it is. */
  private static final class Unsealed implements KeySeal {
    @Override
    public byte[] close(String id, byte[] key) {
      return key;
    }

    @Override
    public Optional<byte[]> open(String id, byte[] sealed) {
      return Optional.of(sealed);
    }
  }
}
