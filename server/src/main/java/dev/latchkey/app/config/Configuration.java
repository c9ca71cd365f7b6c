package dev.latchkey.app.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings together with the value of every key and where it comes from. */
public record Configuration(Settings settings, List<Value> values) {
  /** The keys whose values differ from another configuration, with one of the values. */
  List<Value> changedSince(Configuration earlier) {
    Map<String, Value> before = byKey(earlier.values);
    Map<String, Value> after = byKey(values);
    var all = new LinkedHashMap<>(after);
    before.forEach(all::putIfAbsent);
    return all.values().stream()
        .filter(value -> !text(before, value.key()).equals(text(after, value.key())))
        .toList();
  }

  /** What an operator should know about values that are valid. */
  public List<Mistake> warnings() {
    return new ReducedValues(this).findings();
  }

  private static Map<String, Value> byKey(List<Value> values) {
    var byKey = new LinkedHashMap<String, Value>();
    values.forEach(value -> byKey.put(value.key(), value));
    return byKey;
  }

  private static String text(Map<String, Value> values, String key) {
    return values.containsKey(key) ? values.get(key).text() : "";
  }
}
