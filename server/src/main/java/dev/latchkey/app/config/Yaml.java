package dev.latchkey.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
        .orElseGet(() -> new ConfigFault(List.of(new Mistake(document.file() + ":1", path, what))));
  }

  /** An error about a key. It is at the value, or at the section if the key is not there. */
  ConfigFault fault(String key, String what) {
    Optional<Node> node = Optional.ofNullable(values.get(key)).or(() -> here);
    // Many sentences begin with the key, which the finding names already.
    String rest = what.startsWith(key + " ") ? what.substring(key.length() + 1) : what;
    return node.map(at -> faultAt(at, name(key), rest))
        .orElseGet(() -> new ConfigFault(List.of(new Mistake("", name(key), rest))));
  }

  private ConfigFault faultAt(Node node, String key, String what) {
    boolean isSecret = document.isSecret(node);
    String shown =
        isSecret && node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()
            ? what.replace(scalar.getValue(), "the value in the file")
            : what;
    return new ConfigFault(List.of(new Mistake(document.place(node), key, shown)));
  }

  /** Collects the mistake of a reading, so that the next one can find more. */
  <T> Optional<T> attempt(Supplier<T> reading) {
    return document.attempt(reading);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** A mistake that names a key only, with the place of that key. */
  Mistake located(Mistake finding) {
    return Optional.ofNullable(values.get(finding.key()))
        .flatMap(
            node -> faultAt(node, finding.key(), finding.what()).findings().stream().findFirst())
        .orElse(finding);
  }

  int line() {
    return here.flatMap(Node::getStartMark).map(mark -> mark.getLine() + 1).orElse(1);
  }

  /** The names of the entries of a section in which the operator chooses the names. */
  List<String> names() {
    document.environment().names(path, values.keySet()).forEach(this::overlay);
    List.copyOf(values.keySet()).forEach(this::overlay);
    return List.copyOf(values.keySet());
  }

  /** Refuses every key that is not among these, and reads the variables of these. */
  void only(List<String> known) {
    List.copyOf(values.keySet()).stream()
        .filter(key -> !known.contains(key))
        .forEach(key -> document.add(unknown(key, known)));
    if (!isListEntry()) {
      known.forEach(this::overlay);
      known.forEach(key ->
          attempt(() -> document.environment().takeFile(path, key))
              .flatMap(found -> found)
              .ifPresent(found -> values.put(key, YamlNodes.scalar(found))));
    }
  }

  private ConfigFault unknown(String key, List<String> known) {
    return fault(
        key,
        "unknown key "
            + key
            + hint(key, known)
            + ". Known here: "
            + known.stream().sorted().collect(Collectors.joining(", ")));
  }

  private static String hint(String key, List<String> known) {
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

  /** The usual value of a key that is missing. */
  <T> T usual(Key<?> key, T value) {
    document.record(new Value(key, name(key.name()), key.usual(), Value.DEFAULT, key.isSecret()));
    return value;
  }

  /** The single value of a key that is there. */
  <T> T value(Key<?> key, Type<T> type) {
    Node node = node(key.name());
    if (!(node instanceof ScalarNode scalar)) {
      throw fault(key.name(), "must be a single value");
    }
    record(key, scalar.getValue(), node);
    String usual = key.usual().isEmpty() ? "" : " (default " + key.usual() + ")";
    return parsed(type, scalar, key, usual);
  }

  /** A list of single values. A variable has them with commas between. */
  <T> List<T> list(Key<?> key, Type<T> type) {
    List<ScalarNode> texts =
        switch (node(key.name())) {
          case SequenceNode sequence ->
              sequence.getValue().stream().map(each -> single(key, each)).toList();
          case ScalarNode scalar when isFromVariable(scalar) -> YamlNodes.withCommas(scalar);
          case Node _ -> throw fault(key.name(), "must be a list, such as [one, two]");
        };
    record(
        key,
        texts.stream().map(ScalarNode::getValue).collect(Collectors.joining(", ")),
        node(key.name()));
    return texts.stream().map(text -> parsed(type, text, key, "")).toList();
  }

  private ScalarNode single(Key<?> key, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar;
    }
    throw faultAt(node, name(key.name()), "must be a list of single values");
  }

  private <T> T parsed(Type<T> type, ScalarNode node, Key<?> key, String usual) {
    try {
      return type.parse(node.getValue());
    } catch (ConfigFault refused) {
      throw faultAt(node, name(key.name()), refused.getMessage() + usual);
    }
  }

  /** Refuses a name that the operator has chosen. */
  void checkName(String name, Type<String> names) {
    try {
      var _ = names.parse(name);
    } catch (ConfigFault refused) {
      throw fault(name, "the name " + refused.getMessage());
    }
  }

  private void record(Key<?> key, String text, Node node) {
    boolean isSecret = key.isSecret() || document.isSecret(node);
    document.record(new Value(key, name(key.name()), text, document.place(node), isSecret));
  }

  /** A section, or one without keys if it is missing. */
  Yaml section(String key) {
    return new Yaml(
        document, name(key), Optional.ofNullable(values.get(key)).map(this::structured));
  }

  /** The entries of a list that are mappings. A mistake in another one is collected. */
  List<Yaml> entries(String key) {
    if (!(structured(node(key)) instanceof SequenceNode sequence)) {
      throw fault(key, "must be a list");
    }
    var entries = new ArrayList<Yaml>();
    for (int i = 0; i < sequence.getValue().size(); i++) {
      String entry = name(key) + "[" + i + "]";
      Node element = sequence.getValue().get(i);
      attempt(() -> new Yaml(document, entry, Optional.of(element))).ifPresent(entries::add);
    }
    return entries;
  }

  private Node node(String key) {
    return Optional.ofNullable(values.get(key)).orElseThrow();
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
          ? new ConfigFault(List.of(new Mistake(variable, path, "is not YAML")))
          : broken;
    }
  }

  private boolean isFromVariable(Node node) {
    return node.getStartMark()
        .map(mark -> document.environment().isVariable(mark.getName()))
        .orElse(false);
  }

  /** The full name of a key. */
  private String name(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
