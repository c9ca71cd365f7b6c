package dev.latchkey.bench.host;

import dev.latchkey.host.HostFault;
import dev.latchkey.host.Installed;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.load.Address;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load generator wrk, as a check of the rates. Its latencies are not read: it corrects them
 * upwards, so they cannot be compared with those of others.
 */
public final class Wrk {
  public static final String MISSING =
      "wrk is not installed, so no other load generator checks the rates.";

  private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern REFUSED = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern BROKEN =
      Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+)");
  private static final String SCRIPT =
      """
      local requests = {}
      local file = io.open(os.getenv("LATCHKEY_BENCH_REQUESTS"), "rb")
      for line in file:lines() do
          requests[#requests + 1] = file:read(tonumber(line))
      end
      local turn = 0
      request = function()
          turn = turn % #requests + 1
          return requests[turn]
      end
      """;

  private final Path program;
  private final UnaryOperator<List<String>> pin;

  private Wrk(Path program, UnaryOperator<List<String>> pin) {
    this.program = program;
    this.pin = pin;
  }

  public static Optional<Wrk> find(UnaryOperator<List<String>> pin) {
    return Installed.find("wrk").map(program -> new Wrk(program, pin));
  }

  /** How long to measure, and on how many concurrent connections. */
  public record Effort(Duration time, int connections) {}

  /** Returns the answers a second. Empty if an answer was not 2xx or a connection failed. */
  public OptionalDouble perSecond(Address address, List<byte[]> requests, Effort effort) {
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      Path script = directory.path().resolve("requests.lua");
      Path file = directory.path().resolve("requests");
      Files.writeString(script, SCRIPT);
      Files.write(file, prefixed(requests));
      List<String> command =
          List.of(
              "env",
              "LATCHKEY_BENCH_REQUESTS=" + file,
              program.toString(),
              "--threads",
              "1",
              "--connections",
              String.valueOf(effort.connections()),
              "--duration",
              Math.max(1, effort.time().toSeconds()) + "s",
              "--script",
              script.toString(),
              "http://%s:%d/".formatted(address.ip().getHostAddress(), address.port()));
      return rate(Installed.run(pin.apply(command)));
    } catch (IOException refused) {
      throw new HostFault("cannot write the requests for wrk", refused);
    }
  }

  static OptionalDouble rate(String output) {
    Matcher rate = RATE.matcher(output);
    boolean wrong = REFUSED.matcher(output).find() || BROKEN.matcher(output).find();
    return rate.find() && !wrong
        ? OptionalDouble.of(Double.parseDouble(rate.group(1)))
        : OptionalDouble.empty();
  }

  /** The requests, each after a line with its length. */
  private static byte[] prefixed(List<byte[]> requests) {
    var all = new ByteArrayOutputStream();
    for (byte[] request : requests) {
      all.writeBytes((request.length + "\n").getBytes(StandardCharsets.US_ASCII));
      all.writeBytes(request);
    }
    return all.toByteArray();
  }
}
