package dev.latchkey.console.reference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an OpenAPI document says about calls of the open interface. It describes; which calls there
 * are, and which scopes they need, is said by the route table alone.
 */
public record ApiDocument(Map<Place, Call> calls) {
  public static final ApiDocument NONE = new ApiDocument(Map.of());

  public ApiDocument {
    calls = Collections.unmodifiableMap(new LinkedHashMap<>(calls));
  }

  /** {@code path}: below the address of the server, with named segments such as {@code {id}}. */
  public record Place(String method, String path) {}

  public record Call(
      String title,
      String text,
      List<Field> parameters,
      Optional<Body> body,
      List<Answer> answers) {
    public Call {
      parameters = List.copyOf(parameters);
      answers = List.copyOf(answers);
    }

    /** The parameters that are in this part of a request: its path or its query. */
    public List<Field> in(String part) {
      return parameters.stream().filter(field -> field.part().equals(part)).toList();
    }
  }

  /** A parameter, or a field of a body. {@code part}: where it is. */
  public record Field(String name, String part, String type, boolean isRequired, String text) {}

  /** {@code example}: JSON. */
  public record Body(List<Field> fields, String example) {
    public Body {
      fields = List.copyOf(fields);
    }
  }

  /** {@code status}: a number, or another word of the document such as 4XX. */
  public record Answer(String status, String text, String example) {}
}
