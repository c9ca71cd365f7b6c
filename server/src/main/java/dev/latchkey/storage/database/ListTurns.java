package dev.latchkey.storage.database;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.process.FairQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The turns of reads whose work depends on how much is stored: lists, searches and counts. Few
 * connections read them, and still fewer for one caller, so checks, refreshes and writes never wait
 * for a list.
 */
public final class ListTurns {
  /** How long a list may hold its connection. */
  public static final Duration MOST = Duration.ofSeconds(3);

  private static final int MAX_WAITING = 256;
  private static final Duration TURN_TIMEOUT = Duration.ofSeconds(4);

  private final FairQueue turns;

  /**
   * @param together how many lists are read at the same time
   * @param ofOne how many of them are of one person, token or stranger's network
   */
  public ListTurns(int together, int ofOne) {
    turns = new FairQueue(together, ofOne, MAX_WAITING, TURN_TIMEOUT);
  }

  /**
   * A list for a request waits for its turn and is {@code limited}. A command and background work
   * read it without a limit.
   */
  public <T> T read(Supplier<T> limited, Supplier<T> unlimited) {
    Optional<RequestMoment> request = RequestMoment.answered();
    return request.isPresent()
        ? turns.inTurn(FairQueue.Caller.of(request.get()), limited)
        : unlimited.get();
  }
}
