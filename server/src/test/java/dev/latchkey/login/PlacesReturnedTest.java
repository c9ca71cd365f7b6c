package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.login.password.Passwords;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * An attempt that was answered with 503 does not count as a guess (rule 2.9). Most of its time it
 * waits, so it begins early.
 */
@Order(3)
class PlacesReturnedTest extends OnBothStores {
  @Test
  void sign_ins_that_were_refused_with_503_do_not_count_as_failures() throws Exception {
    Person person = latchkey.person();
    var busy = new CountDownLatch(1);
    var begun = new CountDownLatch(Passwords.TURNS);
    for (int i = 0; i < Passwords.TURNS; i++) {
      Thread.startVirtualThread(() -> takeTurn(begun, busy));
    }
    begun.await();

    List<Answer> answers = Crowd.of(12, i -> signIn(person));
    busy.countDown();

    assertThat(answers).allMatch(answer -> answer.status() == 503 && answer.has("Retry-After"));
    assertThat(signIn(person).status()).isEqualTo(303);
  }

  private void takeTurn(CountDownLatch begun, CountDownLatch busy) {
    latchkey
        .installation()
        .passwords()
        .inTurn(
            "nobody",
            latchkey.now(),
            hashing -> {
              begun.countDown();
              try {
                busy.await();
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
              return "done";
            });
  }

  private Answer signIn(Person person) {
    Browser browser = latchkey.browser();
    return browser.submit(
        browser.get("/sign-in"), "email", person.email(), "password", person.password());
  }
}
