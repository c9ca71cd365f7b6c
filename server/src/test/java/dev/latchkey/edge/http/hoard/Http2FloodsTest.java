package dev.latchkey.edge.http.hoard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each published flood of HTTP/2 costs the server a few seconds of processor time at most, and less
 * memory than one connection may use, and another client is served at the same time.
 */
@SuppressWarnings("NullAway.Init") // Started once for all.
@MeasuresTime
class Http2FloodsTest {
  /** Of a process that has not compiled its code yet; later it is a tenth. */
  private static final Duration MOST_TIME = Duration.ofSeconds(3);

  private static final long MOST_BYTES = 4 * 1_048_576;

  private static RunningVictim running;

  @BeforeAll
  static void start() {
    running = new RunningVictim();
    assertThat(running.honest().isServed()).isTrue();
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  @ParameterizedTest
  @EnumSource(Http2Flood.class)
  void a_flood_costs_little_and_others_are_served(Http2Flood flood) throws Exception {
    byte[] bytes = flood.bytes(running.victim());
    Duration before = running.program().processorTime();

    SSLSocket socket = running.victim().secure("127.0.0.2", "h2");
    Thread reader = Thread.ofVirtual().start(() -> readAll(socket));
    boolean isAccepted = trySend(socket, bytes);
    boolean isOtherServed = running.honest().isServed();
    long held = running.heldBytes();
    socket.close();
    reader.join();
    Poll.until(() -> running.heldBytes() < MOST_BYTES / 40, "everything is released");

    Duration used = running.program().processorTime().minus(before);
    System.out.printf(
        "%s: %,d bytes %s, %d ms of processor, %,d bytes held%n",
        flood, bytes.length, isAccepted ? "read" : "refused", used.toMillis(), held);
    assertThat(isOtherServed).isTrue();
    assertThat(held).isLessThan(MOST_BYTES);
    assertThat(used).isLessThan(MOST_TIME);
  }

  private static boolean trySend(SSLSocket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  private static void readAll(SSLSocket socket) {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException closed) {
      // The flood is over.
    }
  }
}
