package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.Loopback;
import dev.latchkey.load.Pace;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/**
 * A caller at one address starts external sign-ins, or sends callbacks of sign-ins that it never
 * started, as fast as it receives answers. The test prints what this costs the audit log and the
 * provider.
 */
@Tag("long")
@EachStore.ForClass
class ExternalFloodTest {
  private static final int CONNECTIONS = 16;
  private static final int HOSTILE_NETWORK = 2;
  private static final Duration TIME = Duration.ofSeconds(5);

  @Parameter private Store store;

  private final Map<Integer, Integer> answers = new TreeMap<>();
  private OidcProvider provider;
  private Latchkey latchkey;

  @BeforeEach
  void start() {
    provider = new OidcProvider(() -> latchkey.clock.instant());
    latchkey =
        Latchkey.start(
            store, settings -> settings.with(ExternalServices.signIn(provider.as("example"))));
  }

  @AfterEach
  void stop() {
    latchkey.close();
    provider.close();
  }

  @Test
  void callbacks_without_a_started_sign_in_fill_no_audit_log() {
    long before = lines();

    flood(address().get("/sign-in/back/example?state=x"));

    report("came back");
    assertThat(lines()).isEqualTo(before);
  }

  @Test
  void many_started_sign_ins_call_the_provider_once() {
    Browser browser = latchkey.browser();
    Map<String, String> form = Browser.hidden(browser.get("/sign-in"));

    flood(
        address()
            .post(
                "/sign-in/with/example",
                Address.FORM,
                Http.encoded(form),
                "Cookie: " + browser.cookies()));

    report("began");
    assertThat(provider.discoveries.get()).isEqualTo(1);
    assertThat(answers.get(303))
        .isEqualTo(latchkey.settings().limits().unfinishedExternalPerMinute());
  }

  private void flood(byte[] request) {
    var caller =
        new Stranger(
            address(), Loopback.addresses(HOSTILE_NETWORK, 1).getFirst(), request, answers);
    LoadDriver.run(
        Load.of(Stream.generate(() -> caller).limit(CONNECTIONS).toList(), new Pace.ClosedLoop()),
        LoadDriver.Until.elapsed(TIME));
  }

  private void report(String what) {
    System.out.printf(
        "%s: of those who %s in %d s, answers %s; lines of the audit log in all: %d;"
            + " calls to the provider: %d%n",
        store, what, TIME.toSeconds(), answers, lines(), provider.discoveries.get());
  }

  private Address address() {
    return Address.of(latchkey.url());
  }

  private long lines() {
    return latchkey.log().lines().filter(line -> line.contains("\"event\"")).count();
  }

  private record Stranger(
      Address address, InetAddress from, byte[] request, Map<Integer, Integer> answers)
      implements Caller {
    @Override
    public Optional<InetAddress> source() {
      return Optional.of(from);
    }

    @Override
    public Optional<byte[]> next() {
      return Optional.of(request);
    }

    @Override
    public boolean isRight(Answer answer) {
      answers.merge(answer.status(), 1, Integer::sum);
      return true;
    }
  }
}
