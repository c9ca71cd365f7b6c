package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server that was started before the benchmark. Its tokens come from consents of one of its
 * users.
 */
final class RunningServer implements ServerUnderTest {
  private final Calls calls;
  private final TokenStock stock;

  private RunningServer(Calls calls, TokenStock stock) {
    this.calls = calls;
    this.stock = stock;
  }

  /**
   * Obtains the stock over HTTP. A third of the codes is kept as codes; the others are exchanged
   * for tokens.
   */
  static RunningServer at(Plan.ServerChoice.Running choice, Plan plan, PrintStream progress) {
    var calls = new Calls(Address.of(choice.url()), BenchIdentity.ofDemo(choice.data()));
    Browser browser = Browser.signIn(calls);
    var stock = new ObtainedStock(calls.identity().client());
    try (Connection connection = Connection.open(calls.address())) {
      for (int i = 0; i < plan.stock(); i++) {
        String code = browser.consent(connection, calls.identity());
        if (i % 3 == 0) {
          stock.add(code);
        } else {
          stock.add(
              IssuedPair.of(connection.ask(calls.exchange(code)))
                  .orElseThrow(() -> new HostFault("a code could not be exchanged")));
        }
        if (i % 500 == 499) {
          progress.println("  " + (i + 1) + " of " + plan.stock() + " consents, over HTTP");
        }
      }
      return new RunningServer(calls, stock);
    } catch (IOException broken) {
      throw new HostFault("the tokens could not be obtained", broken);
    }
  }

  @Override
  public Calls calls() {
    return calls;
  }

  @Override
  public TokenStock stock() {
    return stock;
  }

  @Override
  public Optional<ServerProcess> process() {
    return ServerProcess.listeningOn(calls.address().port());
  }

  @Override
  public OptionalLong storeBytes() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<ManagedServer> managed() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // The benchmark did not start the server, so it does not stop it.
  }
}
