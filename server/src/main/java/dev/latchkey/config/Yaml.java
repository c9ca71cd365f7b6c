package dev.latchkey.config;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping of a YAML file that remembers its lines, so that every error message can name one. */
final class Yaml {
    private final String file;
    private final int line;
    private final Map<String, Node> values = new LinkedHashMap<>();

    private Yaml(String file, Node node) {
        this.file = file;
        this.line = lineOf(node);
        if (!(node instanceof MappingNode mapping)) {
            throw fault("a mapping of keys to values was expected here");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw faultAt(tuple.getKeyNode(), "a key must be a single word");
            }
            if (values.put(key.getValue(), tuple.getValueNode()) != null) {
                throw faultAt(key, key.getValue() + " appears a second time");
            }
        }
    }

    private Yaml(String file) {
        this.file = file;
        this.line = 1;
    }

    static Yaml parse(String file, String text) {
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file).build();
            return new Compose(settings)
                    .composeString(text)
                    .map(node -> new Yaml(file, node))
                    .orElseGet(() -> new Yaml(file));
        } catch (MarkedYamlEngineException broken) {
            int line = broken.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new ConfigFault(file + ":" + line + ": " + broken.getProblem(), broken);
        } catch (YamlEngineException broken) {
            throw new ConfigFault(file + ": " + broken.getMessage(), broken);
        } catch (StackOverflowError deep) {
            throw new ConfigFault(file + ": lists or mappings are nested too deeply", deep);
        }
    }

    ConfigFault fault(String what) {
        return new ConfigFault(file + ":" + line + ": " + what);
    }

    /** An error about the value of a key. */
    ConfigFault fault(String key, String what) {
        return faultAt(node(key), what);
    }

    int line() {
        return line;
    }

    Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** Refuses every key that is not among these. */
    void only(Set<String> known) {
        values.forEach((key, node) -> {
            if (!known.contains(key)) {
                throw faultAt(
                        node,
                        "unknown key "
                                + key
                                + "; known here: "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        });
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key))
                .map(node -> {
                    if (!(node instanceof ScalarNode scalar)) {
                        throw faultAt(node, key + " must be a single value");
                    }
                    return scalar.getValue();
                });
    }

    List<String> texts(String key) {
        return nodes(key).orElse(List.of()).stream()
                .map(node -> {
                    if (!(node instanceof ScalarNode scalar)) {
                        throw faultAt(node, key + " must be a list of single values");
                    }
                    return scalar.getValue();
                })
                .toList();
    }

    Optional<Integer> number(String key) {
        return number(key, 0, 999_999_999).map(Math::toIntExact);
    }

    Optional<Long> number(String key, long min, long max) {
        return text(key)
                .map(text -> {
                    if (!text.matches("[0-9]{1,18}")) {
                        throw fault(key, key + " must be a whole number, not " + text);
                    }
                    long value = Long.parseLong(text);
                    if (value < min || value > max) {
                        throw fault(
                                key, key + " must be from " + min + " to " + max + ", not " + text);
                    }
                    return value;
                });
    }

    Optional<Yaml> section(String key) {
        return Optional.ofNullable(values.get(key)).map(node -> new Yaml(file, node));
    }

    Optional<List<Yaml>> list(String key) {
        return nodes(key).map(nodes -> nodes.stream().map(entry -> new Yaml(file, entry)).toList());
    }

    private Optional<List<Node>> nodes(String key) {
        return Optional.ofNullable(values.get(key))
                .map(node -> {
                    if (!(node instanceof SequenceNode sequence)) {
                        throw faultAt(node, key + " must be a list");
                    }
                    return sequence.getValue();
                });
    }

    /**
     * Reads a record whose components are the keys, in lower case with underscores. A component
     * whose key is missing has its value from {@code defaults}.
     */
    <R extends Record> R record(Class<R> type, R defaults) {
        RecordComponent[] components = type.getRecordComponents();
        only(Stream.of(components).map(Yaml::key).collect(Collectors.toSet()));
        try {
            Object[] parts = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                Object defaultValue = components[i].getAccessor().invoke(defaults);
                parts[i] = part(key(components[i]), components[i].getType(), defaultValue);
            }
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(parts);
        } catch (ReflectiveOperationException refused) {
            if (refused.getCause() instanceof IllegalArgumentException why) {
                throw fault(String.valueOf(why.getMessage()));
            }
            throw new IllegalStateException(refused);
        }
    }

    private Object part(String key, Class<?> type, Object defaultValue) {
        if (!type.isEnum()) {
            return number(key).<Object>map(value -> value).orElse(defaultValue);
        }
        return text(key)
                .<Object>map(name ->
                        Arrays.stream(type.getEnumConstants())
                                .filter(constant -> constant.toString().equalsIgnoreCase(name))
                                .findFirst()
                                .orElseThrow(() ->
                                        faultAt(
                                                node(key),
                                                key
                                                        + " must be one of "
                                                        + Arrays.toString(type.getEnumConstants())
                                                                .toLowerCase(Locale.ROOT))))
                .orElse(defaultValue);
    }

    private Node node(String key) {
        return Optional.ofNullable(values.get(key)).orElseThrow();
    }

    private ConfigFault faultAt(Node node, String what) {
        return new ConfigFault(file + ":" + lineOf(node) + ": " + what);
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static String key(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
