package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Certificate;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A record of TLS costs much more than its bytes. A client whose records have hardly anything in
 * them is disconnected before it keeps the loop from others.
 */
class EmptyRecordsTest {
  private static final Certificate CERTIFICATE = Certificate.make();

  private final Latchkey latchkey =
      Latchkey.start(
          Store.SQLITE,
          settings -> settings.with(CERTIFICATE.files()).with(ConnectionLimits.DEFAULT));

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void updates_of_keys_without_end_are_cut() throws IOException {
    try (SSLSocket one = connect()) {
      // After the handshake, another one is an update of keys (RFC 8446 4.6.3).
      untilClosed(one::startHandshake);
    }

    assertThat(latchkey.traffic().cut(Cut.EMPTY_RECORDS)).isEqualTo(1);
  }

  @Test
  void records_of_one_byte_without_end_are_cut() throws IOException {
    try (SSLSocket one = connect()) {
      OutputStream out = one.getOutputStream();
      out.write(form(60_000));
      untilClosed(() -> out.write('x'));
    }

    assertThat(latchkey.traffic().cut(Cut.EMPTY_RECORDS)).isEqualTo(1);
  }

  @Test
  void small_records_with_a_message_in_each_and_large_ones_are_read() throws IOException {
    for (int size : new int[] {7, 60_000}) {
      try (SSLSocket one = connect()) {
        OutputStream out = one.getOutputStream();
        out.write(form(60_000));
        byte[] part = "x".repeat(size).getBytes(StandardCharsets.US_ASCII);
        for (int sent = 0; sent < 60_000; sent += size) {
          out.write(part, 0, Math.min(size, 60_000 - sent));
        }
        assertThat(new String(one.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
            .isEqualTo("HTTP/1.1 400");
      }
    }
    assertThat(latchkey.traffic().cut(Cut.EMPTY_RECORDS)).isZero();
  }

  private interface Send {
    void once() throws IOException;
  }

  private void untilClosed(Send send) {
    Poll.until(
        () -> {
          try {
            for (int i = 0; i < 500; i++) {
              send.once();
            }
            return false;
          } catch (IOException closed) {
            return true;
          }
        },
        "closed");
  }

  private SSLSocket connect() throws IOException {
    var socket =
        (SSLSocket)
            CERTIFICATE.trusted().getSocketFactory().createSocket("localhost", latchkey.port());
    socket.startHandshake();
    return socket;
  }

  private byte[] form(int length) {
    String head =
        """
        POST /oauth2/token HTTP/1.1
        Host: localhost:%d
        Content-Type: application/x-www-form-urlencoded
        Content-Length: %d

        """
            .formatted(latchkey.port(), length);
    return head.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
