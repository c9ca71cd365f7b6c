package dev.latchkey.alert.watch;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The addresses from which credentials have called today, so that the store is asked once a day for
 * each. One thread uses it. The oldest are forgotten: then the store is asked again.
 */
final class SeenNetworks {
  private static final int MOST = 50_000;

  private final Map<Seen, Instant> days =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Seen, Instant> eldest) {
          return size() > MOST;
        }
      };

  private record Seen(Id.Client client, String address) {}

  boolean isKnown(Id.Client client, String address, Instant day) {
    return day.equals(days.get(new Seen(client, address)));
  }

  void add(Id.Client client, String address, Instant day) {
    days.put(new Seen(client, address), day);
  }
}
