package dev.latchkey.bench;

import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.host.ZeroBytes;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Sends a body of 1 GiB through the gateway in each direction, and measures the speed and the
 * memory of the server.
 */
final class LargeBodies {
  private static final int PIECE = 1 << 16;
  private static final int PIECES_PER_SAMPLE = 256;
  private static final double MEBIBYTE = 1 << 20;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1_024;
  private static final double FLAT_MEBIBYTES = 64;

  private final Trial trial;
  private final ServerProcess server;
  private long most;

  LargeBodies(Trial trial) {
    this.trial = trial;
    this.server = trial.managed().server().process();
  }

  void run() {
    trial.meter().print("a gibibyte up, a gibibyte down");
    long before = resident();
    most = before;
    try {
      double up = up();
      double down = down();
      trial
          .report()
          .note(
              String.format(
                  Locale.ROOT,
                  "A body of 1 GiB passes the gateway at %.0f MiB/s up and %.0f MiB/s down;"
                      + " the server had %.0f MiB before and at most %.0f MiB during it.",
                  up,
                  down,
                  before / KIBIBYTES_PER_MEBIBYTE,
                  most / KIBIBYTES_PER_MEBIBYTE));
      trial
          .report()
          .add(
              Aim.atMost(
                  "memory gained over bodies of 1 GiB",
                  (most - before) / KIBIBYTES_PER_MEBIBYTE,
                  FLAT_MEBIBYTES,
                  " MiB"));
    } catch (IOException broken) {
      throw new HostFault("a body of 1 GiB did not pass", broken);
    }
  }

  private double up() throws IOException {
    try (Socket socket = connect()) {
      long start = System.nanoTime();
      write(socket, "PUT", "Content-Length: " + FixedServer.LARGE_BYTES);
      var body = new ZeroBytes(FixedServer.LARGE_BYTES);
      var piece = new byte[PIECE];
      int pieces = 0;
      for (int n = body.read(piece); n >= 0; n = body.read(piece)) {
        socket.getOutputStream().write(piece, 0, n);
        sampleMemory(++pieces);
      }
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      if (!answer.contains("{\"bytes\":" + FixedServer.LARGE_BYTES + "}")) {
        throw new IOException("the service did not get all of the body");
      }
      return rate(start);
    }
  }

  private double down() throws IOException {
    try (Socket socket = connect()) {
      long start = System.nanoTime();
      write(socket, "GET");
      InputStream in = socket.getInputStream();
      var piece = new byte[PIECE];
      long bytes = 0;
      int pieces = 0;
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        bytes += n;
        sampleMemory(++pieces);
      }
      if (bytes < FixedServer.LARGE_BYTES) {
        throw new IOException("the caller did not get all of the body");
      }
      return rate(start);
    }
  }

  private void write(Socket socket, String method, String... more) throws IOException {
    Address address = trial.calls().address();
    String head =
        method
            + " "
            + FixedServer.LARGE_PATH
            + " HTTP/1.1\r\nHost: "
            + address.authority()
            + "\r\nConnection: close\r\n"
            + Calls.bearer(trial.stock().access(0))
            + "\r\n"
            + String.join("", more)
            + (more.length == 0 ? "\r\n" : "\r\n\r\n");
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
  }

  private Socket connect() throws IOException {
    Address address = trial.calls().address();
    return new Socket(address.ip(), address.port());
  }

  private void sampleMemory(int pieces) {
    if (pieces % PIECES_PER_SAMPLE == 0) {
      most = Math.max(most, resident());
    }
  }

  private long resident() {
    return server.residentKilobytes().orElse(0);
  }

  private static double rate(long start) {
    return FixedServer.LARGE_BYTES / MEBIBYTE / ((System.nanoTime() - start) / 1e9);
  }
}
