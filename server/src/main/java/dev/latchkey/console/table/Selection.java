package dev.latchkey.console.table;

import dev.latchkey.edge.http.Form;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rows of a table that a person has chosen for one act. {@code isTooMany}: whether more rows
 * were named than a page of a table can have.
 */
public record Selection<T>(List<T> chosen, boolean isTooMany) {
  private static final int MOST = TableQuery.SIZES.getLast();

  public Selection {
    chosen = List.copyOf(chosen);
  }

  /** The rows that a form names. Names that cannot be those of a row are ignored. */
  public static <T> Selection<T> of(Form form, String field, Function<String, Optional<T>> parser) {
    List<T> named =
        form.all(field).stream()
            .distinct()
            .limit(MOST + 1L)
            .flatMap(text -> parser.apply(text).stream())
            .toList();
    return new Selection<>(named, named.size() > MOST);
  }

  /** Why nothing can be done with it: a key of the message bundles. */
  public Optional<String> problem() {
    if (isTooMany) {
      return Optional.of("bulk.too-many");
    }
    return chosen.isEmpty() ? Optional.of("bulk.none") : Optional.empty();
  }
}
