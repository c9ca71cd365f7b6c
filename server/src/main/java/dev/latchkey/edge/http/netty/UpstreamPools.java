package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Upstream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The connections of one event loop to all services, and the calls that are being relayed. */
final class UpstreamPools {
  private final EventLoopContext loop;
  private final Map<Upstream, UpstreamPool> pools = new HashMap<>();
  private final Set<RelayedCall> calls = new LinkedHashSet<>();

  UpstreamPools(EventLoopContext loop) {
    this.loop = loop;
  }

  UpstreamPool of(Upstream upstream) {
    return pools.computeIfAbsent(upstream, first -> new UpstreamPool(loop, upstream));
  }

  void begin(RelayedCall call) {
    calls.add(call);
  }

  void end(RelayedCall call) {
    calls.remove(call);
  }

  /** Ends calls that have waited too long, and closes connections that were idle for long. */
  void check(long now) {
    for (RelayedCall call : new ArrayList<>(calls)) {
      call.check(now);
    }
    pools.values().forEach(pool -> pool.check(now));
  }
}
