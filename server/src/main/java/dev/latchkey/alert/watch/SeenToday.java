package dev.latchkey.alert.watch;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What credentials have done today, such as calling from an address, so that the store is asked
 * once a day for each. One thread uses it. The oldest are forgotten: then the store is asked again.
 */
final class SeenToday {
  private static final int MOST = 50_000;

  private final Map<Seen, Instant> days =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Seen, Instant> eldest) {
          return size() > MOST;
        }
      };

  private record Seen(Id.Client client, String what) {}

  boolean isKnown(Id.Client client, String what, Instant day) {
    return day.equals(days.get(new Seen(client, what)));
  }

  void add(Id.Client client, String what, Instant day) {
    days.put(new Seen(client, what), day);
  }
}
