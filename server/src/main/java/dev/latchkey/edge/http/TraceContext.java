package dev.latchkey.edge.http;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a request in a trace (W3C Trace Context). {@code span} stands for the work of this
 * program; {@code parent} is the span of the program that sent the request.
 */
public record TraceContext(String trace, String span, Optional<String> parent, boolean isSampled) {
  public static final String HEADER = "traceparent";

  /** Version 00. Of a later version the same fields are read, as the standard says. */
  private static final Pattern PARENT =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?<trace>(?!0{32})[0-9a-f]{32})-(?<span>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?");

  private static final int SAMPLED = 1;

  /** The first request of a trace. */
  static TraceContext begin(RandomGenerator random, boolean isSampled) {
    return new TraceContext(hex(random, 16), hex(random, 8), Optional.empty(), isSampled);
  }

  /** Continues the trace of a header; empty if the header is not valid. */
  static Optional<TraceContext> continued(String header, RandomGenerator random) {
    Matcher parent = PARENT.matcher(header);
    if (!parent.matches()) {
      return Optional.empty();
    }
    boolean isSampled = (HexFormat.fromHexDigits(parent.group("flags")) & SAMPLED) != 0;
    return Optional.of(
        new TraceContext(
            parent.group("trace"), hex(random, 8), Optional.of(parent.group("span")), isSampled));
  }

  /** The same place in the trace, recorded or not. */
  TraceContext sampled(boolean isWanted) {
    return new TraceContext(trace, span, parent, isWanted);
  }

  /** The header for a program that this one calls. */
  public String header() {
    return "00-" + trace + "-" + span + (isSampled ? "-01" : "-00");
  }

  /** Random bytes, of which at least one is not zero. */
  private static String hex(RandomGenerator random, int bytes) {
    var drawn = new byte[bytes];
    random.nextBytes(drawn);
    drawn[0] |= 1;
    return HexFormat.of().formatHex(drawn);
  }
}
