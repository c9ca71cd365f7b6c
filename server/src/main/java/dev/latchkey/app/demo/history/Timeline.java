package dev.latchkey.app.demo.history;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.copy.OneCommit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Gatherers;

/** What has happened, which is written in the order of time. */
final class Timeline {
  /** A commit takes far less than the time after which the store refuses it. */
  private static final int EVENTS_PER_COMMIT = 50;

  private final List<Event> events = new ArrayList<>();

  private record Event(Instant at, String address, Consumer<RequestMoment> act) {}

  /** {@code address}: from where. */
  void add(Instant at, String address, Consumer<RequestMoment> act) {
    events.add(new Event(at, address, act));
  }

  /** Writes everything that has happened until now. */
  void write(OneCommit database, HistoryClock clock, Instant now) {
    events.stream()
        .filter(event -> !event.at.isAfter(now))
        .sorted(Comparator.comparing(Event::at))
        .gather(Gatherers.windowFixed(EVENTS_PER_COMMIT))
        .forEach(some -> database.of(() -> some.forEach(event -> write(event, clock))));
  }

  private static void write(Event event, HistoryClock clock) {
    clock.set(event.at);
    event.act.accept(new RequestMoment(event.at, event.address));
  }
}
