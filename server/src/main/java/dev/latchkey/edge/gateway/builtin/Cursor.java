package dev.latchkey.edge.gateway.builtin;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The position of one page in a long list. {@code ?limit=} is the number of entries. {@code
 * ?cursor=} is the id of the last entry on the previous page.
 */
record Cursor(String after, int limit) {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;
  private static final Pattern ID = Pattern.compile("[a-z]{3,5}_[0-9A-Za-z]{22}");

  private static Optional<Cursor> of(Request request) {
    String after = request.query().value("cursor").orElse("");
    String limit = request.query().value("limit").orElse(String.valueOf(DEFAULT_LIMIT));
    if ((!after.isEmpty() && !ID.matcher(after).matches()) || !limit.matches("[1-9][0-9]{0,2}")) {
      return Optional.empty();
    }
    int entries = Integer.parseInt(limit);
    return entries > MAX_LIMIT ? Optional.empty() : Optional.of(new Cursor(after, entries));
  }

  /**
   * Answers with one page of the list. It reads one entry more than the page shows. If that entry
   * exists, there is a next page.
   */
  static <T> Response page(
      Request request,
      String name,
      BiFunction<String, Integer, List<T>> entries,
      Function<T, Id> id,
      Function<T, ObjectNode> write) {
    Optional<Cursor> cursor = of(request);
    if (cursor.isEmpty()) {
      return Refusal.invalidRequest(
              "Use a cursor from an answer of this call, and a limit from 1 to 200.")
          .json();
    }
    int limit = cursor.get().limit();
    List<T> found = entries.apply(cursor.get().after(), limit + 1);
    List<T> shown = found.subList(0, Math.min(limit, found.size()));
    ObjectNode json = Json.object();
    var array = json.putArray(name);
    shown.forEach(entry -> array.add(write.apply(entry)));
    if (found.size() > limit) {
      json.put("next_cursor", id.apply(shown.getLast()).value());
    }
    return Response.json(200, json);
  }
}
