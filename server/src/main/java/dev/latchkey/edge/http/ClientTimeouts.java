package dev.latchkey.edge.http;

import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
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
  @Means(
      "from the first byte of a request to the end of its headers; for the first request, from the opening of the connection. Also the time for a TLS handshake")
  public static final NumberSetting HEAD_SECONDS = new NumberSetting("head_seconds", 10, 1, 600);

  @Means(
      "how long a body or an answer may stall in total, in addition to the time that its bytes earn")
  public static final NumberSetting STALL_SECONDS = new NumberSetting("stall_seconds", 12, 1, 600);

  @Means("the minimum rate of a body and of an answer: each 4,096 bytes earn one more second")
  public static final NumberSetting BYTES_PER_SECOND =
      new NumberSetting("bytes_per_second", 4_096, 1, 1_000_000);

  @Means("between two requests on one connection")
  public static final NumberSetting IDLE_SECONDS = new NumberSetting("idle_seconds", 60, 1, 3_600);

  @Means("how long running requests may take to end when the process stops")
  public static final NumberSetting STOP_SECONDS = new NumberSetting("stop_seconds", 10, 1, 3_600);

  public static final ClientTimeouts DEFAULT =
      new ClientTimeouts(
          HEAD_SECONDS.usual(),
          STALL_SECONDS.usual(),
          BYTES_PER_SECOND.usual(),
          IDLE_SECONDS.usual(),
          STOP_SECONDS.usual());

  public ClientTimeouts {
    HEAD_SECONDS.checked(headSeconds);
    STALL_SECONDS.checked(stallSeconds);
    BYTES_PER_SECOND.checked(bytesPerSecond);
    IDLE_SECONDS.checked(idleSeconds);
    STOP_SECONDS.checked(stopSeconds);
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
