package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The owner deletes the credential on its page, which revokes all of its tokens (contract 3, row
 * 5).
 */
final class DeleteScenario {
  private static final int ASKED_AFTER = 10_000;

  private DeleteScenario() {}

  static void run(Trial trial) {
    Calls calls = trial.calls();
    trial.meter().print("delete-credential");
    String page = "/account/credentials/" + calls.identity().clientId();
    Browser browser = Browser.signIn(calls);
    try (Connection connection = Connection.open(calls.address())) {
      Browser.Form form = browser.open(connection, page + "/settings");
      byte[] request =
          form.filled(page + "/delete", "name=" + Browser.encoded(BenchStore.CREDENTIAL));
      long start = System.nanoTime();
      Answer deleted = connection.ask(request);
      double millis = (System.nanoTime() - start) / 1e6;
      Browser.expect(303, deleted);
      long active = active(trial);
      trial
          .report()
          .add(
              Aim.atMost(
                  String.format(
                      Locale.ROOT,
                      "to delete a credential with %,d active tokens",
                      trial.stock().activeTokens()),
                  millis,
                  100,
                  " ms"));
      trial.report().add(Aim.atMost("of them active at the next check", (double) active, 0, ""));
    } catch (IOException broken) {
      throw new HostFault("the credential could not be deleted", broken);
    }
  }

  private static long active(Trial trial) {
    var random = new SplittableRandom(0);
    TokenStock stock = trial.stock();
    List<String> tokens =
        Stream.generate(() -> stock.access(random.nextLong(stock.activeTokens())))
            .limit(ASKED_AFTER)
            .toList();
    return TokenMoves.active(trial, tokens);
  }
}
