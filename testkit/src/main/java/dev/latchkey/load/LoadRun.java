package dev.latchkey.load;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** One load while it runs: its connections, its unanswered requests, and the results so far. */
final class LoadRun implements AutoCloseable {
  private final Load load;
  private final LoadDriver.Until until;
  private final LongSupplier clock;
  private final List<LoadConnection> connections = new ArrayList<>();
  private final Queue<LoadConnection> idle = new ArrayDeque<>();
  private final Histogram latencies = LoadResult.histogram();

  private long asked;
  private long lastAnswer;
  private int underWay;
  private int opening;
  private long errors;
  private long unanswered;
  private Optional<String> firstError = Optional.empty();

  /** {@code clock} returns the nanoseconds since the start of the measurement. */
  LoadRun(Load load, LoadDriver.Until until, LongSupplier clock) {
    this.load = load;
    this.until = until;
    this.clock = clock;
  }

  void prepare(Selector selector) throws IOException {
    for (Caller caller : load.callers()) {
      var connection = new LoadConnection(caller, this, selector);
      connections.add(connection);
      if (load.connections() == Load.Connections.OPEN_BEFORE) {
        connection.connect();
      }
    }
  }

  void begin() {
    if (load.connections() != Load.Connections.OPEN_AT_START) {
      idle.addAll(connections);
      return;
    }
    for (LoadConnection connection : connections) {
      open(connection);
    }
  }

  /** Sends the requests that are due, and returns the time at which the next request is due. */
  long sendDueRequests() {
    long now = clock.getAsLong();
    long due = load.pace().due(asked, now);
    while (due <= now && !isOver(due)) {
      LoadConnection connection = idle.remove();
      try {
        underWay++;
        if (connection.send(due)) {
          asked++;
        } else {
          underWay--;
        }
      } catch (IOException broken) {
        asked++;
        connectionBroke(connection, broken);
      }
      due = load.pace().due(asked, clock.getAsLong());
    }
    return isOver(due) ? Long.MAX_VALUE : due;
  }

  /** Whether all requests that were due have been sent and answered. */
  boolean isDone() {
    return underWay == 0 && opening == 0 && isOver(load.pace().due(asked, clock.getAsLong()));
  }

  /**
   * Whether no request can be sent now: the time is over, the number of requests is reached, or all
   * callers are busy or have no more requests.
   */
  private boolean isOver(long due) {
    return due >= until.time().toNanos() || asked >= until.requests() || idle.isEmpty();
  }

  /** Gives up requests and connections that have taken too long. */
  void giveUp() {
    long now = clock.getAsLong();
    long oldest = now - load.timeout().toNanos();
    boolean late = oldest > until.time().toNanos();
    for (LoadConnection connection : connections) {
      if (connection.isUnderWay() && connection.due() < oldest) {
        underWay--;
        fail("no answer for " + load.timeout().toSeconds() + " s");
        reopen(connection);
      } else if (connection.isOpening() && !connection.isUnderWay() && late) {
        opening--;
        fail("a connection could not be opened");
        close(connection);
      }
    }
  }

  void opened(LoadConnection connection) {
    opening--;
    idle.add(connection);
  }

  void receive(LoadConnection connection, Answer answer) {
    underWay--;
    lastAnswer = clock.getAsLong();
    connection.answered(lastAnswer);
    if (connection.isRight(answer)) {
      latencies.recordValue(Math.max(0, lastAnswer - connection.due()));
    } else {
      errors++;
      explain("a wrong answer: " + answer);
    }
    if (load.connections() == Load.Connections.ONE_PER_REQUEST) {
      close(connection);
      idle.add(connection);
    } else if (answer.closes()) {
      close(connection);
      open(connection);
    } else {
      idle.add(connection);
    }
    if (load.pace() instanceof Pace.ClosedLoop) {
      // Send the next request at once. If all answers were read first, the server would have
      // a pause to catch up in.
      sendDueRequests();
    }
  }

  void connectionBroke(LoadConnection connection, IOException why) {
    if (connection.isUnderWay()) {
      underWay--;
      fail("a connection broke: " + why);
    } else if (connection.isOpening()) {
      opening--;
      fail("a connection could not be opened: " + why);
    }
    idle.remove(connection);
    reopen(connection);
  }

  LoadResult result() {
    return new LoadResult(
        latencies,
        Math.max(lastAnswer, 1),
        errors,
        unanswered,
        firstError,
        connections.stream().map(LoadConnection::share).toList());
  }

  /**
   * Opens a connection again after a failure. Connections of a load that opens them at the start
   * have one attempt each, because such a load measures how many are refused.
   */
  private void reopen(LoadConnection connection) {
    close(connection);
    switch (load.connections()) {
      case ONE_PER_REQUEST -> idle.add(connection);
      case OPEN_AT_START -> {}
      case OPEN_BEFORE -> {
        try {
          connection.connect();
          idle.add(connection);
        } catch (IOException refused) {
          fail("a connection could not be opened again: " + refused);
        }
      }
    }
  }

  private void open(LoadConnection connection) {
    if (clock.getAsLong() >= until.time().toNanos()) {
      return;
    }
    try {
      connection.open();
      if (connection.isOpening()) {
        opening++;
      } else {
        idle.add(connection);
      }
    } catch (IOException refused) {
      fail("a connection could not be opened: " + refused);
      close(connection);
    }
  }

  private void close(LoadConnection connection) {
    try {
      connection.close();
    } catch (IOException broken) {
      explain("a connection could not be closed: " + broken);
    }
  }

  private void fail(String why) {
    errors++;
    unanswered++;
    explain(why);
  }

  private void explain(String why) {
    firstError = firstError.or(() -> Optional.of(why));
  }

  @Override
  public void close() {
    connections.forEach(this::close);
  }
}
