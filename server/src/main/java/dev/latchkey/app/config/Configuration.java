package dev.latchkey.app.config;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings together with the value of every key and where it comes from. */
public record Configuration(Settings settings, List<Value> values) {
  /** The keys whose values differ from another configuration, in the order of the file. */
  public List<String> keysChangedSince(Configuration earlier) {
    Map<String, Value> before = byKey(earlier.values);
    Map<String, Value> after = byKey(values);
    return Stream.concat(values.stream(), earlier.values.stream())
        .map(Value::key)
        .distinct()
        .filter(key -> !text(before, key).equals(text(after, key)))
        .toList();
  }

  /** What an operator should know about values that are valid. */
  public List<Finding> warnings() {
    return new ReducedValues(this).findings();
  }

  private static Map<String, Value> byKey(List<Value> values) {
    return values.stream().collect(Collectors.toMap(Value::key, Function.identity()));
  }

  private static String text(Map<String, Value> values, String key) {
    return values.containsKey(key) ? values.get(key).text() : "";
  }
}
