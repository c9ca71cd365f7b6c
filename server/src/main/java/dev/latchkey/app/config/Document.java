package dev.latchkey.app.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * What one reading of the configuration collects: the mistakes, so that all of them are reported
 * together, and the value of each key with its source.
 */
final class Document {
  private final String file;
  private final Environment environment;
  private final List<Mistake> findings = new ArrayList<>();
  private final Map<String, Value> values = new LinkedHashMap<>();

  Document(String file, Environment environment) {
    this.file = file;
    this.environment = environment;
  }

  String file() {
    return file;
  }

  Environment environment() {
    return environment;
  }

  List<Value> values() {
    return List.copyOf(values.values());
  }

  void record(Value value) {
    values.put(value.key(), value);
  }

  /** Whether no mistake was found in a key of the file, or inside it. */
  boolean isSound(String key) {
    return findings.stream()
        .map(Mistake::key)
        .noneMatch(found -> found.split("[.\\[]", 2)[0].equals(key));
  }

  void add(ConfigFault fault) {
    fault.findings().stream().filter(found -> !findings.contains(found)).forEach(findings::add);
  }

  /** Ends a reading whose mistakes have been collected already. */
  static final class Unsound extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The result of the reading, or empty if it found a mistake, which is then collected. */
  <T> Optional<T> attempt(Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (ConfigFault fault) {
      add(fault);
      return Optional.empty();
    } catch (Unsound collected) {
      return Optional.empty();
    }
  }

  /** Throws all mistakes that were found, in the order in which they are in the file. */
  void complete() {
    findings.addAll(environment.unknown());
    if (!findings.isEmpty()) {
      throw new ConfigFault(findings.stream().sorted(Comparator.comparingInt(this::line)).toList());
    }
  }

  /** Mistakes in variables come after those in the file. */
  private int line(Mistake found) {
    String start = file + ":";
    return found.where().startsWith(start)
        ? Integer.parseInt(found.where().substring(start.length()))
        : Integer.MAX_VALUE;
  }

  /** Where a value is: file and line, or a variable. */
  String place(Node node) {
    return node.getStartMark()
        .map(mark ->
            environment.isVariable(mark.getName())
                ? mark.getName()
                : mark.getName() + ":" + (mark.getLine() + 1))
        .orElse(file + ":1");
  }

  boolean isSecret(Node node) {
    return node.getStartMark().map(mark -> environment.isSecret(mark.getName())).orElse(false);
  }
}
