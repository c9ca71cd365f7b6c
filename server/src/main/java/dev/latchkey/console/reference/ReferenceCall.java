package dev.latchkey.console.reference;

import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.Scope;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A call of the API reference: one method of one row of the table, or a part of it that a document
 * describes.
 */
public record ReferenceCall(
    String method,
    PathPattern path,
    OpenRoute route,
    List<Scope> scopes,
    Optional<ApiDocument.Call> described) {
  private static final String REST = "**";
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");
  private static final String UNRESERVED = "-._~";

  public String pattern() {
    return path.toString();
  }

  /** The address of the page about it. */
  public String href() {
    return ReferenceCallPage.PATH
        + "?method="
        + method
        + "&path="
        + URLEncoder.encode(pattern(), StandardCharsets.UTF_8);
  }

  /** What it does, if a document says so. */
  public String title() {
    return described.map(ApiDocument.Call::title).orElse("");
  }

  /** What a document says of the segment of this name. */
  public Optional<ApiDocument.Field> described(String part, String name) {
    return described.stream()
        .flatMap(call -> call.in(part).stream())
        .filter(field -> field.name().equals(name))
        .findFirst();
  }

  /** The names of the segments that the person fills in. */
  public List<String> names() {
    return path.segments().stream()
        .filter(segment -> segment.startsWith("{"))
        .map(ReferenceCall::name)
        .toList();
  }

  public boolean hasRest() {
    return path.segments().getLast().equals(REST);
  }

  public boolean takesBody() {
    return WITH_BODY.contains(method);
  }

  /** Without the beginning that all have. */
  public String shortened() {
    return pattern().substring(ApiDocumentReader.INTERFACE.length());
  }

  public List<ApiDocument.Field> inBody() {
    return described
        .flatMap(ApiDocument.Call::body)
        .map(ApiDocument.Body::fields)
        .orElse(List.of());
  }

  public List<ApiDocument.Field> inQuery() {
    return described.map(call -> call.in("query")).orElse(List.of());
  }

  /** The answers of which the document has an example. */
  public List<ApiDocument.Answer> examples() {
    return described.stream()
        .flatMap(call -> call.answers().stream())
        .filter(answer -> !answer.example().isEmpty())
        .toList();
  }

  /** What the form shows to make this call again; empty if the path is that of another call. */
  Optional<Form> again(CanonicalPath called) {
    List<String> sent = called.segments();
    List<String> wanted = path.segments();
    int fixed = hasRest() ? wanted.size() - 1 : wanted.size();
    if (sent.size() < fixed || (sent.size() > fixed && !hasRest())) {
      return Optional.empty();
    }
    var fields = new HashMap<String, String>();
    for (int i = 0; i < fixed; i++) {
      if (wanted.get(i).startsWith("{")) {
        fields.put("segment_" + name(wanted.get(i)), sent.get(i));
      } else if (!wanted.get(i).equals(sent.get(i))) {
        return Optional.empty();
      }
    }
    if (hasRest()) {
      fields.put("rest", String.join("/", sent.subList(fixed, sent.size())));
    }
    return Optional.of(Form.of(fields));
  }

  /** What the form shows at first. */
  Form form() {
    return takesBody() ? Form.of(Map.of("body", bodyToSend(""))) : Form.EMPTY;
  }

  /** The body that was entered, or that of the example. */
  String bodyToSend(String entered) {
    return Optional.of(entered)
        .filter(body -> !body.isBlank())
        .or(() -> described.flatMap(ApiDocument.Call::body).map(ApiDocument.Body::example))
        .orElse("{}");
  }

  /** Whether Latchkey itself answers. Other calls are forwarded to a service. */
  public boolean isBuiltIn() {
    return route.target() instanceof Target.BuiltIn;
  }

  /** The path with its query; empty if the form lacks a segment or its query is malformed. */
  Optional<String> sent(Form entered) {
    List<String> filled = new ArrayList<>();
    for (String segment : path.segments()) {
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
    return path.segments().stream()
        .filter(segment -> !segment.equals(REST))
        .map(segment -> segment.startsWith("{") ? name(segment).toUpperCase(Locale.ROOT) : segment)
        .collect(Collectors.joining("/", "/", ""));
  }

  private static List<String> rest(Form entered) {
    return entered
        .value("rest")
        .map(rest -> Arrays.stream(rest.split("/")).map(ReferenceCall::encoded).toList())
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
