package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.TokenPolicy;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.event.SealedMail;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;

/** What an operator may require of organization tokens. */
class TokenPolicyTest {
  private final Queue<MailMessage> mails = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @EachStore
  void without_limits_a_token_has_no_end_and_is_never_revoked(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      String token = latchkey.machine(latchkey.administrator(), Optional.empty()).token();
      latchkey.clock.pass(Duration.ofDays(3_650));

      policy(latchkey).enforce(latchkey.now());

      assertThat(latchkey.introspect(token).json().has("exp")).isFalse();
      assertThat(latchkey.isActive(token)).isTrue();
      assertThat(mails).isEmpty();
    }
  }

  @ParameterizedTest
  @EachStore
  void the_end_of_a_token_is_announced_once_and_then_it_ends(Store store) {
    try (Latchkey latchkey =
        start(store, Map.of(Limit.ORGANIZATION_TOKEN_DAYS, 90, Limit.EXPIRY_NOTICE_DAYS, 14))) {
      Person administrator = latchkey.administrator();
      String token = latchkey.machine(administrator, Optional.empty()).token();
      assertThat(latchkey.introspect(token).json().path("exp").asLong())
          .isEqualTo(latchkey.clock.instant().plus(Duration.ofDays(90)).getEpochSecond());
      policy(latchkey).enforce(latchkey.now());
      assertThat(mails).isEmpty();

      latchkey.clock.pass(Duration.ofDays(76));
      enforceOnManyNodes(latchkey);

      assertThat(mails).hasSize(1);
      assertThat(mails.element().address()).isEqualTo(administrator.email());
      assertThat(mails.element().text()).contains("expires on").doesNotContain(token);
      assertThat(latchkey.isActive(token)).isTrue();
      latchkey.clock.pass(Duration.ofDays(14));
      assertThat(latchkey.isActive(token)).isFalse();
    }
  }

  @ParameterizedTest
  @EachStore
  void an_unused_token_is_revoked_and_a_used_one_is_not(Store store) {
    try (Latchkey latchkey = start(store, Map.of(Limit.UNUSED_TOKEN_DAYS, 30))) {
      Person administrator = latchkey.administrator();
      String unused = latchkey.machine(administrator, Optional.empty()).token();
      String used = latchkey.machine(administrator, Optional.empty()).token();
      assertThat(latchkey.isActive(unused)).isTrue();
      latchkey.clock.pass(Duration.ofDays(29));
      assertThat(latchkey.isActive(used)).isTrue();
      latchkey.wiring().usage().flush();
      latchkey.clock.pass(Duration.ofDays(1));

      enforceOnManyNodes(latchkey);

      assertThat(latchkey.isActive(unused)).isFalse();
      assertThat(latchkey.isActive(used)).isTrue();
      assertThat(mails).hasSize(1);
      assertThat(latchkey.log().lines().filter(line -> line.contains("\"unused\""))).hasSize(1);
    }
  }

  private static Latchkey start(Store store, Map<Limit, Integer> limits) {
    return Latchkey.start(store, settings -> settings.with(new Limits(limits)));
  }

  private void enforceOnManyNodes(Latchkey latchkey) {
    Crowd.of(
        8,
        node -> {
          policy(latchkey).enforce(latchkey.now());
          return node;
        });
  }

  private TokenPolicy policy(Latchkey latchkey) {
    var mailer =
        new Mailer() {
          @Override
          public void send(MailMessage mail) {
            mails.add(mail);
          }

          @Override
          public SealedMail seal(MailMessage mail) {
            return latchkey.installation().mailSeal().close(mail, Optional.empty());
          }

          @Override
          public State state() {
            return new State("test", 0, 0);
          }

          @Override
          public void close() {}
        };
    return new TokenPolicy(
        latchkey.stores().credentials().policies(), new MailInEveryLanguage(Optional.of(mailer)));
  }
}
