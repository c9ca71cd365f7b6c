package dev.latchkey.storage.cache;

import dev.latchkey.storage.database.ChangeVersions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rows that many tokens have in common: those not remembered are read together. */
final class SharedRows<K, V> {
    private final ChangeVersions versions;
    private final RowCache<K, V> remembered;
    private final Function<List<K>, List<Found<K, V>>> query;

    /** Remembers so many of them at most. */
    SharedRows(ChangeVersions versions, int most, Function<List<K>, List<Found<K, V>>> query) {
        this.versions = versions;
        this.remembered = new RowCache<>(versions, most, Object::hashCode);
        this.query = query;
    }

    /** What was read, and the rows it was read from. */
    record Found<K, V>(K key, V value, ChangeVersions.Dependencies rows) {}

    /**
     * What is there for each key, where nobody has touched it since {@code before}: so it is true
     * of every moment since then. For a caller who has caught up since the moment that matters.
     */
    Map<K, V> find(Stream<K> keys, ChangeVersions.Moment before) {
        var known = new HashMap<K, V>();
        var unknown = new ArrayList<K>();
        keys.distinct()
                .forEach(key ->
                        remembered
                                .peek(key, before)
                                .ifPresentOrElse(
                                        value -> known.put(key, value), () -> unknown.add(key)));
        if (!unknown.isEmpty()) {
            List<Found<K, V>> read = query.apply(unknown);
            versions.catchUp();
            for (Found<K, V> each : read) {
                if (remembered.keep(each.key, each.value, each.rows, before)) {
                    known.put(each.key, each.value);
                }
            }
        }
        return known;
    }
}
