package dev.latchkey.edge.http;

import java.util.List;
import java.util.Optional;

/** The header fields of a request. Names are compared without regard to case. */
public interface Headers {
  /**
   * The name of every field, once. Order and spelling are those of the first line with the name.
   */
  List<String> names();

  List<String> all(String name);

  /** The token that the caller presents; see {@link BearerHeader}. */
  default BearerHeader bearer() {
    List<String> values = all("Authorization");
    return values.size() == 1 ? BearerHeader.of(values.getFirst()) : new BearerHeader.Missing();
  }

  /**
   * The value of a field that was sent once. Empty if the field is absent or was sent more than
   * once, because two readers may pick different values of a repeated field.
   */
  default Optional<String> only(String name) {
    List<String> values = all(name);
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }
}
