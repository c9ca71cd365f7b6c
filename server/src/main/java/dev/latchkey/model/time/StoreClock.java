package dev.latchkey.model.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time by which everything in a store is dated and compared. Several nodes with one database
 * have one time: that of the server of the database.
 */
public interface StoreClock extends InstantSource {
  /**
   * Takes note of the time at the server. The server read its clock between these two times of
   * {@link #nanoTime}.
   */
  void serverSaid(Instant time, long asked, long answered);

  /** How far the clock of this machine is ahead of the time of the store. */
  Duration ahead();

  /** A time that only passes, as {@link System#nanoTime}. */
  long nanoTime();
}
