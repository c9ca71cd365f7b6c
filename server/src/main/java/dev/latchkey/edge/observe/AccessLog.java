package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Proxies;
import dev.latchkey.edge.http.ResponseListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The access log: one line of JSON for each answer. It contains no query, because a query may
 * contain a secret, and no header.
 */
final class AccessLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private final RecordQueue<Entry> queue;
  private final Supplier<Proxies> proxies;
  private final InstantSource clock;
  private final Output output;

  private record Entry(Instant at, ResponseListener.Sent answer) {}

  AccessLog(Observation.AccessLogTarget target, Supplier<Proxies> proxies, InstantSource clock) {
    this.proxies = proxies;
    this.clock = clock;
    this.output =
        switch (target) {
          case Observation.AccessLogTarget.StandardOutput _ -> System.out::println;
          case Observation.AccessLogTarget.LogFile(Path path) -> new RotatedFile(path);
        };
    this.queue =
        new RecordQueue<>(
            "access-log",
            batch -> {
              var lines = new StringBuilder();
              for (Entry entry : batch) {
                lines.append(line(entry)).append('\n');
              }
              lines.setLength(lines.length() - 1);
              output.println(lines.toString());
            });
  }

  void sent(ResponseListener.Sent answer) {
    queue.add(new Entry(clock.instant(), answer));
  }

  long dropped() {
    return queue.dropped();
  }

  private String line(Entry entry) {
    ResponseListener.Sent answer = entry.answer();
    ObjectNode line =
        Json.object()
            .put("at", entry.at().toString())
            .put("access", answer.head().method())
            .put("path", LoggedPath.withoutSecrets(answer.head().path()))
            .put("route", answer.path())
            .put("status", answer.status())
            .put("millis", Math.round(answer.nanos() / 1e3) / 1e3)
            .put("address", proxies.get().caller(answer.head()));
    answer.head().correlation().requestId().ifPresent(id -> line.put("request_id", id));
    answer.head().correlation().trace().ifPresent(trace -> line.put("trace_id", trace.trace()));
    return new String(Json.bytes(line), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    queue.close();
  }

  @FunctionalInterface
  private interface Output {
    void println(String lines);
  }

  /**
   * A file that another program may rename or delete at any time, as logrotate does. Before each
   * batch it is opened again if its path names another file.
   */
  private static final class RotatedFile implements Output {
    private final Path path;
    private @Nullable OutputStream open;
    private @Nullable Object key;
    private boolean hasFailed;

    RotatedFile(Path path) {
      this.path = path;
    }

    @Override
    public void println(String lines) {
      try {
        OutputStream file = current();
        file.write((lines + "\n").getBytes(StandardCharsets.UTF_8));
        file.flush();
        hasFailed = false;
      } catch (IOException unwritable) {
        if (!hasFailed) {
          LOG.log(
              System.Logger.Level.ERROR,
              "the access log cannot be written to {0}: {1}",
              path,
              unwritable.getMessage());
        }
        hasFailed = true;
      }
    }

    private OutputStream current() throws IOException {
      OutputStream file = open;
      if (file != null && Objects.equals(key, key(path).orElse(null))) {
        return file;
      }
      if (file != null) {
        file.close();
      }
      create();
      OutputStream opened = Files.newOutputStream(path, StandardOpenOption.APPEND);
      open = opened;
      key = key(path).orElse(null);
      return opened;
    }

    private void create() throws IOException {
      if (Files.notExists(path)) {
        Files.newByteChannel(
                path,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")))
            .close();
      }
    }

    private static Optional<Object> key(Path path) throws IOException {
      return Files.exists(path)
          ? Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey())
          : Optional.empty();
    }
  }
}
