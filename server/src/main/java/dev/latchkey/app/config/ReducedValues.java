package dev.latchkey.app.config;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.model.process.HeapShare;
import java.util.ArrayList;
import java.util.List;

/** Values that are valid, and of which a server on this machine uses less than they say. */
final class ReducedValues {
  private static final String TOTAL = "connections.total";
  private static final String BY_ADDRESS = "connections.by_address";

  private final Configuration configuration;
  private final List<Mistake> findings = new ArrayList<>();

  ReducedValues(Configuration configuration) {
    this.configuration = configuration;
  }

  List<Mistake> findings() {
    ConnectionLimits connections = configuration.settings().connections().limits();
    memory(
        "connections.memory_megabytes",
        connections.memoryMegabytes(),
        HeapShare.CLIENTS.mostMegabytes());
    memory(
        "limits.memory_megabytes",
        configuration.settings().limits().memoryMegabytes(),
        HeapShare.TOKEN_CACHE.mostMegabytes());
    if (connections.byAddress() > connections.total()) {
      add(
          isSet(BY_ADDRESS) ? BY_ADDRESS : TOTAL,
          "total is %d and by_address %d, so that one address may take all connections: set a lower by_address"
              .formatted(connections.total(), connections.byAddress()));
    }
    return List.copyOf(findings);
  }

  /** A default that is too large for a small machine is no mistake of the operator. */
  private void memory(String key, int configured, long most) {
    if (configured > most && isSet(key)) {
      add(
          key,
          "%d is used, not %d, because of the size of the Java heap: -Xmx in LATCHKEY_JAVA_OPTIONS raises it"
              .formatted(most, configured));
    }
  }

  private boolean isSet(String key) {
    return !source(key).equals(Value.DEFAULT);
  }

  private void add(String key, String what) {
    findings.add(new Mistake(source(key), key, what));
  }

  private String source(String key) {
    return configuration.values().stream()
        .filter(value -> value.key().equals(key))
        .map(Value::source)
        .findFirst()
        .orElse(Value.DEFAULT);
  }
}
