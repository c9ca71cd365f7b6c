package dev.latchkey.storage.database;

import dev.latchkey.model.SecretHash;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows that requests may still write, by the hash of the token or code of each. {@code select}
 * returns the column {@code hash} of the rows with the keys {@code {keys}}.
 */
public record StandingRows<A>(String select, Function<A, SecretHash> key) {
  /** The first request with each token or code. */
  List<A> firstOfEach(List<A> requests) {
    var first = new LinkedHashMap<SecretHash, A>();
    requests.forEach(request -> first.putIfAbsent(key.apply(request), request));
    return List.copyOf(first.values());
  }

  /** Those of the requests that have such a row. */
  Set<A> of(Database database, List<A> requests) {
    if (requests.isEmpty()) {
      return Set.of();
    }
    Set<SecretHash> found =
        database
            .read(sql -> sql.byHash(select, requests.stream().map(key).toList(), row -> true))
            .keySet();
    return requests.stream()
        .filter(request -> found.contains(key.apply(request)))
        .collect(Collectors.toSet());
  }
}
