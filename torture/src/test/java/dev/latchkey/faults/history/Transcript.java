package dev.latchkey.faults.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A history as text, with one operation per line: its times in milliseconds, the node, what the
 * operation does, and its outcome. The things that the operation created follow the outcome.
 *
 * <pre>
 * 0-4    n1  sign-in   s1 u1            -> done
 * 5-9    n1  consent   g1 s1 app u1@t1  -> done
 * 10-14  n2  exchange  g1               -> done p1
 * 15-19  n1  check     p1               -> active
 * </pre>
 */
final class Transcript {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000);

  private static final Function<String, Kind> KINDS =
      Stream.of(Kind.values()).collect(Collectors.toMap(Kind::word, kind -> kind))::get;

  private Transcript() {}

  static List<Operation> read(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(Transcript::operation)
        .toList();
  }

  static String line(Operation operation) {
    String seen = operation.seen().isEmpty() ? "" : "   (" + operation.seen() + ")";
    return String.format(
        Locale.ROOT,
        "%.3f-%.3f n%d %s %s %s -> %s%s",
        operation.begin() / 1e6,
        operation.end() / 1e6,
        operation.node(),
        operation.kind().word(),
        operation.subject(),
        String.join(" ", operation.act().with()),
        operation.outcomeWord(),
        seen);
  }

  private static Operation operation(String line) {
    String[] sides = line.split("->");
    String[] request = sides[0].strip().split("\\s+");
    String[] result = sides[1].strip().split("\\s+");
    String[] times = request[0].split("-");
    Kind kind = KINDS.apply(request[2]);
    if (kind == null) {
      throw new IllegalArgumentException("no such operation: " + line);
    }
    // The created thing comes first and a key follows it, as in a recorded history.
    var with = new ArrayList<>(Arrays.asList(result).subList(1, result.length));
    with.addAll(Arrays.asList(request).subList(4, request.length));
    return new Operation(
        new Act(kind, request[3], List.copyOf(with)),
        Integer.parseInt(request[1].substring(1)),
        new Span(nanos(times[0]), nanos(times[1])),
        outcome(result[0]),
        "");
  }

  private static Outcome outcome(String word) {
    return switch (word) {
      case "done", "active" -> Outcome.DONE;
      case "refused", "inactive" -> Outcome.REFUSED;
      case "unknown" -> Outcome.UNKNOWN;
      default -> throw new IllegalArgumentException("no such outcome: " + word);
    };
  }

  private static long nanos(String millis) {
    return new BigDecimal(millis).multiply(NANOS).longValueExact();
  }
}
