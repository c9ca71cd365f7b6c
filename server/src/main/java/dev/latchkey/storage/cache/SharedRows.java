package dev.latchkey.storage.cache;

import dev.latchkey.storage.database.ChangeVersions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Rows that many tokens have in common, such as an app or a member. Those that are not in the cache
 * are read in one query.
 */
final class SharedRows<K, V> {
  private final ChangeVersions versions;
  private final RowCache<K, V> cache;
  private final Function<List<K>, List<Found<K, V>>> query;

  /** {@code size} is how many of them are cached at most. */
  SharedRows(ChangeVersions versions, int size, Function<List<K>, List<Found<K, V>>> query) {
    this.versions = versions;
    this.cache = new RowCache<>(versions, size, Object::hashCode);
    this.query = query;
  }

  /** A value, and the rows from which it was read. */
  record Found<K, V>(K key, V value, ChangeVersions.Dependencies rows) {}

  /**
   * The values of these keys whose rows have not changed since {@code before}. Such a value was
   * valid at every moment since then. The caller must have waited for the commits of other
   * processes after the moment at which the values must be valid.
   */
  Map<K, V> find(Stream<K> keys, ChangeVersions.Moment before) {
    var known = new HashMap<K, V>();
    var unknown = new ArrayList<K>();
    keys.distinct()
        .forEach(key ->
            cache
                .peek(key, before)
                .ifPresentOrElse(value -> known.put(key, value), () -> unknown.add(key)));
    if (!unknown.isEmpty()) {
      List<Found<K, V>> read = query.apply(unknown);
      versions.catchUp();
      for (Found<K, V> row : read) {
        if (cache.keep(row.key, row.value, row.rows, before)) {
          known.put(row.key, row.value);
        }
      }
    }
    return known;
  }
}
