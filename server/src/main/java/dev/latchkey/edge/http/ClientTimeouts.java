package dev.latchkey.edge.http;

import dev.latchkey.model.Limit;
import java.time.Duration;

/**
 * How long the server waits for clients. It disconnects a client that sends a request or reads a
 * response too slowly, because an open connection costs the client almost nothing.
 *
 * @param headSeconds time from the first byte of a request to the end of its headers
 * @param stallSeconds how long the transfer of a body or a response may stand still in total, in
 *     addition to the time that its length allows
 * @param bytesPerSecond the rate by which the length of a body allows time: at 4,096, a body of 40
 *     KiB may take ten seconds longer
 * @param idleSeconds time between two requests on one connection
 * @param stopSeconds time that running requests get to finish when the process is asked to stop
 */
public record ClientTimeouts(
    int headSeconds, int stallSeconds, int bytesPerSecond, int idleSeconds, int stopSeconds) {
  public static final ClientTimeouts DEFAULT = new ClientTimeouts(10, 12, 4_096, 60, 10);

  public ClientTimeouts {
    Limit.within("head_seconds", headSeconds, 1, 600);
    Limit.within("stall_seconds", stallSeconds, 1, 600);
    Limit.within("bytes_per_second", bytesPerSecond, 1, 1_000_000);
    Limit.within("idle_seconds", idleSeconds, 1, 3_600);
    Limit.within("stop_seconds", stopSeconds, 1, 3_600);
  }

  public Duration head() {
    return Duration.ofSeconds(headSeconds);
  }

  public Duration stall() {
    return Duration.ofSeconds(stallSeconds);
  }

  public Duration idle() {
    return Duration.ofSeconds(idleSeconds);
  }

  public Duration stop() {
    return Duration.ofSeconds(stopSeconds);
  }
}
