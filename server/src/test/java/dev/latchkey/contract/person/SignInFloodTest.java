package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Loopback;
import dev.latchkey.load.Pace;
import dev.latchkey.login.password.HashCost;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One address tries accounts that do not exist, as fast as it receives answers. Other people sign
 * in from their own addresses (security row 99). Both tests print their figures.
 */
@Isolated("hashing has the lowest priority, so other tests would take its processor")
@EachStore.ForClass
class SignInFloodTest {
  private static final int HOSTILE_CONNECTIONS = 70;
  private static final int OTHERS_A_SECOND = 5;
  private static final int OTHER_ADDRESSES = 100;
  private static final int HOSTILE_NETWORK = 2;
  private static final int OTHER_NETWORK = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Store store;
  private final Latchkey latchkey;
  private final Person person;
  private final Browser browser;
  private final Map<String, String> form;
  private final Address address;
  private final Map<Integer, Integer> answersToFlood = new TreeMap<>();

  SignInFloodTest(Store store) {
    this.store = store;
    this.latchkey = Latchkey.start(Latchkey.settings(store), HashCost.STANDARD);
    this.person = latchkey.person();
    this.browser = latchkey.browser();
    this.form = Browser.hidden(browser.get("/sign-in"));
    this.address = Address.of(latchkey.url());
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void others_sign_in_while_one_address_floods() {
    assertThat(othersSignedIn(Duration.ofSeconds(4))).isGreaterThanOrEqualTo(95);
  }

  @Test
  @Tag("long")
  void a_hundred_others_sign_in_while_one_address_floods() {
    assertThat(othersSignedIn(Duration.ofSeconds(20))).isGreaterThanOrEqualTo(95);
  }

  /** The percentage of the others who signed in within the timeout. */
  private double othersSignedIn(Duration time) {
    List<Callers> others =
        Loopback.addresses(OTHER_NETWORK, OTHER_ADDRESSES).stream()
            .map(from ->
                new Callers(
                    address,
                    from,
                    () -> attempt(person.email(), person.password()),
                    new TreeMap<>()))
            .toList();
    Callers flood =
        new Callers(
            address,
            Loopback.addresses(HOSTILE_NETWORK, 1).getFirst(),
            () -> attempt(UUID.randomUUID() + "@example.com", "a guess"),
            answersToFlood);

    LoadResult seen =
        LoadDriver.run(
                List.of(
                    Load.of(others, new Pace.ConstantRate(OTHERS_A_SECOND))
                        .withConnections(Load.Connections.ONE_PER_REQUEST)
                        .withTimeout(TIMEOUT),
                    Load.of(
                        Stream.generate(() -> flood).limit(HOSTILE_CONNECTIONS).toList(),
                        new Pace.ClosedLoop())),
                Optional.empty(),
                LoadDriver.Until.elapsed(time))
            .loads()
            .getFirst();

    long in = seen.latencies().getTotalCount();
    System.out.printf(
        "%s: of %d others %d signed in within %d s, at p50 %.0f ms, at p99 %.0f ms;"
            + " answers to the flood: %s%n",
        store,
        in + seen.errors(),
        in,
        TIMEOUT.toSeconds(),
        seen.micros(50) / 1e3,
        seen.micros(99) / 1e3,
        answersToFlood);
    return 100.0 * in / (in + seen.errors());
  }

  private byte[] attempt(String email, String password) {
    return address.post(
        "/sign-in",
        Address.FORM,
        Http.encoded(Http.fields(form, "email", email, "password", password)),
        "Cookie: " + browser.cookies());
  }

  /**
   * Callers that send the same kind of request from one address. Only a successful sign-in is a
   * right answer.
   */
  private record Callers(
      Address address, InetAddress from, Supplier<byte[]> requests, Map<Integer, Integer> answers)
      implements Caller {
    @Override
    public Optional<InetAddress> source() {
      return Optional.of(from);
    }

    @Override
    public Optional<byte[]> next() {
      return Optional.of(requests.get());
    }

    @Override
    public boolean isRight(Answer answer) {
      answers.merge(answer.status(), 1, Integer::sum);
      return answer.status() == 303;
    }
  }
}
