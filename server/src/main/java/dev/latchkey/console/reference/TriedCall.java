package dev.latchkey.console.reference;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Form;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A call of the API reference that a person tries: one method of one row of the table. */
public record TriedCall(OpenRoute route, String method) {
  private static final String REST = "**";
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");
  private static final String UNRESERVED = "-._~";

  /** The call that a request names; empty if the table has no such row. */
  static Optional<TriedCall> named(Form sent, RouteTable table) {
    String method = sent.value("method").orElse("");
    String pattern = sent.value("path").orElse("");
    return table.routes().stream()
        .filter(route -> route.pattern().toString().equals(pattern))
        .filter(route -> route.methods().contains(method))
        .findFirst()
        .map(route -> new TriedCall(route, method));
  }

  public String pattern() {
    return route.pattern().toString();
  }

  /** The names of the segments that the person fills in. */
  public List<String> names() {
    return route.pattern().segments().stream()
        .filter(segment -> segment.startsWith("{"))
        .map(TriedCall::name)
        .toList();
  }

  public boolean hasRest() {
    return route.pattern().segments().getLast().equals(REST);
  }

  public boolean takesBody() {
    return WITH_BODY.contains(method);
  }

  /** Whether Latchkey itself answers. Other calls are forwarded to a service. */
  public boolean isBuiltIn() {
    return route.target() instanceof Target.BuiltIn;
  }

  /** The path with its query; empty if the form lacks a segment or its query is malformed. */
  Optional<String> path(Form entered) {
    List<String> filled = new ArrayList<>();
    for (String segment : route.pattern().segments()) {
      if (segment.equals(REST)) {
        filled.addAll(rest(entered));
      } else if (segment.startsWith("{")) {
        filled.add(encoded(entered.value("segment_" + name(segment)).orElse("")));
      } else {
        filled.add(segment);
      }
    }
    return filled.contains("")
        ? Optional.empty()
        : Form.parse(entered.value("query").orElse(""))
            .map(Form::encoded)
            .map(query -> "/" + String.join("/", filled) + (query.isEmpty() ? "" : "?" + query));
  }

  /** The path as an example: the names of the segments instead of their values. */
  String example() {
    return route.pattern().segments().stream()
        .filter(segment -> !segment.equals(REST))
        .map(segment -> segment.startsWith("{") ? name(segment).toUpperCase(Locale.ROOT) : segment)
        .collect(Collectors.joining("/", "/", ""));
  }

  private static List<String> rest(Form entered) {
    return entered
        .value("rest")
        .map(rest -> Arrays.stream(rest.split("/")).map(TriedCall::encoded).toList())
        .orElse(List.of());
  }

  private static String name(String segment) {
    return segment.substring(1, segment.length() - 1);
  }

  /**
   * Everything but letters, digits and four signs is encoded, so a value stays one segment of the
   * path and can be written in quotes of a shell.
   */
  private static String encoded(String text) {
    var encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xff);
      boolean isPlain =
          character < 0x80
              && (Character.isLetterOrDigit(character) || UNRESERVED.indexOf(character) >= 0);
      encoded.append(isPlain ? String.valueOf(character) : "%%%02X".formatted((int) character));
    }
    return encoded.toString();
  }
}
