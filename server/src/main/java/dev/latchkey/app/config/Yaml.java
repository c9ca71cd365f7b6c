package dev.latchkey.app.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A mapping of the configuration: the file, or a section of it, with the environment variables that
 * belong to it. It remembers where each value comes from, so that every error can name the place. A
 * wrong number or text is collected in the {@link Document} and counts as absent.
 *
 * <p>The file is composed to nodes and not bound to objects. Nodes know their lines, and the
 * library never creates objects of classes that the file names, so a file cannot run code.
 * Composing does not refuse a key that is written twice, even with the option that asks for it, so
 * this class refuses it.
 */
final class Yaml {
  /** Keys of earlier versions, and what is written now. */
  private static final Map<String, String> REPLACED =
      Map.of(
          "incomplete_megabytes", "memory_megabytes",
          "unsent_megabytes", "memory_megabytes");

  private final Document document;
  private final String path;
  private final Optional<Node> here;
  private final Map<String, Node> values = new LinkedHashMap<>();

  private Yaml(Document document, String path, Optional<Node> here) {
    this.document = document;
    this.path = path;
    this.here = here;
    here.ifPresent(this::add);
  }

  private void add(Node node) {
    if (path.isEmpty() && node instanceof ScalarNode nothing && isNothing(nothing)) {
      return;
    }
    if (!(node instanceof MappingNode mapping)) {
      throw fault("a mapping of keys to values was expected here");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw faultAt(tuple.getKeyNode(), path, "a key must be a single word");
      }
      if (values.put(key.getValue(), tuple.getValueNode()) != null) {
        throw faultAt(key, name(key.getValue()), "appears a second time");
      }
    }
  }

  /** A document with nothing but its start, as after {@code ---}. */
  private static boolean isNothing(ScalarNode scalar) {
    return scalar.isPlain() && scalar.getValue().isEmpty();
  }

  static Yaml parse(String file, String text) {
    return parse(new Document(file, Environment.none()), text);
  }

  static Yaml parse(Document document, String text) {
    return new Yaml(document, "", YamlNodes.parsed(document.file(), document.file(), text));
  }

  Document document() {
    return document;
  }

  /** An error about the section as a whole. */
  ConfigFault fault(String what) {
    return here.map(node -> faultAt(node, path, what))
        .orElseGet(() -> new ConfigFault(List.of(new Finding(document.file() + ":1", path, what))));
  }

  /** An error about a key. It is at the value, or at the section if the key is not there. */
  ConfigFault fault(String key, String what) {
    Optional<Node> node = Optional.ofNullable(values.get(key)).or(() -> here);
    // Many sentences begin with the key, which the finding names already.
    String rest = what.startsWith(key + " ") ? what.substring(key.length() + 1) : what;
    return node.map(at -> faultAt(at, name(key), rest))
        .orElseGet(() -> new ConfigFault(List.of(new Finding("", name(key), rest))));
  }

  private ConfigFault faultAt(Node node, String key, String what) {
    boolean isSecret = document.isSecret(node);
    String shown =
        isSecret && node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()
            ? what.replace(scalar.getValue(), "the value in the file")
            : what;
    return new ConfigFault(List.of(new Finding(document.place(node), key, shown)));
  }

  /** Collects the mistake of a reading, so that the next one can find more. */
  <T> Optional<T> attempt(Supplier<T> reading) {
    return document.attempt(reading);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** A mistake that names a key only, with the place of that key. */
  Finding located(Finding finding) {
    return Optional.ofNullable(values.get(finding.key()))
        .flatMap(
            node -> faultAt(node, finding.key(), finding.what()).findings().stream().findFirst())
        .orElse(finding);
  }

  int line() {
    return here.flatMap(Node::getStartMark).map(mark -> mark.getLine() + 1).orElse(1);
  }

  /** The names of the entries of a section in which the operator chooses the names. */
  Set<String> keys() {
    document.environment().names(path, values.keySet()).forEach(this::overlay);
    List.copyOf(values.keySet()).forEach(this::overlay);
    return Collections.unmodifiableSet(values.keySet());
  }

  /** Refuses every key that is not among these, and reads the variables of these. */
  void only(Set<String> known) {
    List.copyOf(values.keySet()).stream()
        .filter(key -> !known.contains(key))
        .forEach(key -> document.add(unknown(key, known)));
    if (!isListEntry()) {
      var sorted = new TreeSet<>(known);
      sorted.forEach(this::overlay);
      sorted.forEach(key ->
          attempt(() -> document.environment().takeFile(path, key))
              .flatMap(found -> found)
              .ifPresent(found -> values.put(key, YamlNodes.scalar(found))));
    }
  }

  private ConfigFault unknown(String key, Set<String> known) {
    return fault(
        key,
        "unknown key "
            + key
            + hint(key, known)
            + ". Known here: "
            + known.stream().sorted().collect(Collectors.joining(", ")));
  }

  private static String hint(String key, Set<String> known) {
    if (REPLACED.containsKey(key)) {
      return ": " + REPLACED.get(key) + " replaces it";
    }
    int dot = key.indexOf('.');
    return dot > 0 && known.contains(key.substring(0, dot))
        ? "; write " + key.substring(dot + 1) + " below " + key.substring(0, dot) + ":"
        : Nearest.to(key, known).map(near -> "; did you mean " + near).orElse("");
  }

  private void overlay(String key) {
    attempt(() -> document.environment().take(path, key))
        .flatMap(found -> found)
        .ifPresent(found -> values.put(key, YamlNodes.scalar(found)));
    document
        .environment()
        .firstInside(name(key))
        .ifPresent(variable -> values.putIfAbsent(key, YamlNodes.mapping(variable)));
  }

  /** Variables can set a key or a section, but no part of an entry of a list. */
  private boolean isListEntry() {
    return path.contains("[");
  }

  Optional<String> text(String key) {
    return text(key, Optional.empty(), false);
  }

  String text(String key, String defaultValue) {
    return text(key, Optional.of(defaultValue), false).orElse(defaultValue);
  }

  /** A text that is never shown. */
  Optional<String> secret(String key) {
    return text(key, Optional.empty(), true);
  }

  private Optional<String> text(String key, Optional<String> defaultValue, boolean isSecret) {
    Node node = values.get(key);
    if (node == null) {
      record(key, defaultValue.orElse(""), Value.DEFAULT, isSecret);
      return Optional.empty();
    }
    if (!(node instanceof ScalarNode scalar)) {
      document.add(fault(key, "must be a single value"));
      return Optional.empty();
    }
    record(key, scalar.getValue(), document.place(node), isSecret || document.isSecret(node));
    return Optional.of(scalar.getValue());
  }

  private void record(String key, String text, String source, boolean isSecret) {
    document.record(new Value(name(key), text, source, isSecret));
  }

  /** The path of a file or a directory. */
  Optional<Path> path(String key) {
    return text(key).flatMap(text -> attempt(() -> asPath(key, text)));
  }

  Path path(String key, String defaultValue) {
    return attempt(() -> asPath(key, text(key, defaultValue))).orElse(Path.of(defaultValue));
  }

  /** The path of a file that is there. */
  Optional<Path> readable(String key) {
    Optional<Path> file = path(key);
    if (file.isPresent() && Files.isDirectory(file.get())) {
      document.add(fault(key, file.get() + " is a directory, not a file"));
    } else if (file.isPresent() && !Files.isReadable(file.get())) {
      document.add(fault(key, "cannot read " + file.get()));
    }
    return file;
  }

  private Path asPath(String key, String text) {
    if (text.isBlank()) {
      throw fault(key, "must be the path of a file or directory, not empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException notAPath) {
      throw fault(key, "must be the path of a file or directory");
    }
  }

  /** A list of single values. A variable has them with commas between. */
  List<String> texts(String key) {
    Node node = values.get(key);
    if (node == null) {
      record(key, "", Value.DEFAULT, false);
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    switch (node) {
      case SequenceNode sequence -> {
        for (Node element : sequence.getValue()) {
          if (!(element instanceof ScalarNode scalar)) {
            throw faultAt(element, name(key), "must be a list of single values");
          }
          texts.add(scalar.getValue());
        }
      }
      case ScalarNode scalar when isFromVariable(scalar) ->
          Stream.of(scalar.getValue().split(","))
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .forEach(texts::add);
      default -> throw fault(key, "must be a list, such as [one, two]");
    }
    record(key, String.join(", ", texts), document.place(node), document.isSecret(node));
    return List.copyOf(texts);
  }

  Optional<Long> number(String key, long min, long max) {
    return numberText(key, Optional.empty(), min, max);
  }

  int number(String key, int defaultValue, int min, int max) {
    return numberText(key, Optional.of(String.valueOf(defaultValue)), min, max)
        .map(Math::toIntExact)
        .orElse(defaultValue);
  }

  private Optional<Long> numberText(String key, Optional<String> defaultValue, long min, long max) {
    Optional<String> text = text(key, defaultValue, false);
    Optional<Long> value =
        text.map(Yaml::wholeNumber).filter(number -> number >= min && number <= max);
    if (text.isPresent() && value.isEmpty()) {
      document.add(outOfRange(key, text.get(), min, max));
    }
    return value;
  }

  /** The number that a text means, or -1, which is in no range. */
  static long wholeNumber(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
  }

  ConfigFault outOfRange(String key, String text, long min, long max) {
    String kind = wholeNumber(text) < 0 ? "must be a whole number from " : "must be from ";
    return fault(key, kind + min + " to " + max + ", not " + shown(text));
  }

  /** A value in an error, where an empty one would not be seen. */
  static String shown(String value) {
    return value.isBlank() ? "empty" : value;
  }

  /** One of two words, of which the first means true. */
  boolean isOn(String key, List<String> words, boolean defaultValue) {
    String word = text(key, words.get(defaultValue ? 0 : 1));
    if (!words.contains(word)) {
      document.add(fault(key, "must be " + String.join(" or ", words) + ", not " + shown(word)));
      return defaultValue;
    }
    return word.equals(words.getFirst());
  }

  Optional<Yaml> section(String key) {
    Node node = values.get(key);
    if (node == null) {
      record(key, "", Value.DEFAULT, false);
      return Optional.empty();
    }
    return Optional.of(new Yaml(document, name(key), Optional.of(structured(node))));
  }

  /** A section all of whose keys have defaults, so that it may be absent. */
  Yaml sectionOrDefaults(String key) {
    return new Yaml(
        document, name(key), Optional.ofNullable(values.get(key)).map(this::structured));
  }

  Optional<List<Yaml>> list(String key) {
    Node node = values.get(key);
    if (node == null) {
      record(key, "", Value.DEFAULT, false);
      return Optional.empty();
    }
    if (!(structured(node) instanceof SequenceNode sequence)) {
      throw fault(key, "must be a list");
    }
    var entries = new ArrayList<Yaml>();
    for (int i = 0; i < sequence.getValue().size(); i++) {
      String entry = name(key) + "[" + i + "]";
      Node element = sequence.getValue().get(i);
      attempt(() -> new Yaml(document, entry, Optional.of(element))).ifPresent(entries::add);
    }
    return Optional.of(entries);
  }

  /** The text of a variable is read as YAML where the key has more than one value. */
  private Node structured(Node node) {
    if (!(node instanceof ScalarNode scalar) || !isFromVariable(scalar)) {
      return node;
    }
    String variable = scalar.getStartMark().orElseThrow().getName();
    try {
      return YamlNodes.parsed(variable, variable, scalar.getValue()).orElse(node);
    } catch (ConfigFault broken) {
      // The message of the parser may quote the value.
      throw document.isSecret(node)
          ? new ConfigFault(List.of(new Finding(variable, path, "is not YAML")))
          : broken;
    }
  }

  private boolean isFromVariable(Node node) {
    return node.getStartMark()
        .map(mark -> document.environment().isVariable(mark.getName()))
        .orElse(false);
  }

  /** What is created, or an error about the section if its values do not fit together. */
  <T> T checked(Supplier<T> creation) {
    try {
      return creation.get();
    } catch (IllegalArgumentException why) {
      throw fault(String.valueOf(why.getMessage()));
    }
  }

  /** The full name of a key. */
  private String name(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
