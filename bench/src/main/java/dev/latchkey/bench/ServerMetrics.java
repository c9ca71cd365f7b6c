package dev.latchkey.bench;

import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Connection;
import java.io.IOException;

/** The metrics page of a server that was started with one. */
record ServerMetrics(Address address) {
  static ServerMetrics of(StartedServer server) {
    return new ServerMetrics(server.metrics().orElseThrow());
  }

  /** How many tokens the server has looked up in its store since it started. */
  long lookUps() {
    return number("latchkey_store_lookups_total");
  }

  /** The size of the token cache. */
  long cacheBytes() {
    return number("latchkey_token_cache_bytes");
  }

  private long number(String metric) {
    String beginning = metric + " ";
    try (Connection connection = Connection.open(address)) {
      return Browser.expect(200, connection.ask(address.get("/metrics")))
          .text()
          .lines()
          .filter(line -> line.startsWith(beginning))
          .map(line -> line.substring(beginning.length()))
          .mapToLong(number -> (long) Double.parseDouble(number))
          .findFirst()
          .orElseThrow(() -> new HostFault("the server does not have the metric " + metric));
    } catch (IOException broken) {
      throw new HostFault("the metrics page of the server cannot be read", broken);
    }
  }
}
