package dev.latchkey.edge.http.hoard;

import dev.latchkey.harness.wire.Http;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server's own account of what it holds for clients, as monitoring reads it. */
record Watch(int port) {
  private static final Pattern HELD =
      Pattern.compile("^latchkey_connections_memory_bytes ([0-9.E]+)$", Pattern.MULTILINE);

  long held() {
    String metrics = Http.here().get("http://localhost:" + port + "/metrics").body();
    Matcher held = HELD.matcher(metrics);
    if (!held.find()) {
      throw new AssertionError("no such metric: " + metrics);
    }
    return (long) Double.parseDouble(held.group(1));
  }
}
