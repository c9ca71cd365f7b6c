package dev.latchkey.fuzz.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Values that mean something to the server, each with a name by which a finding can tell it to
 * another server. What is secret among them may stand in no log.
 */
final class KnownValues {
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final List<String> secrets = new ArrayList<>();

    KnownValues open(String name, String text) {
        texts.put(name, text);
        return this;
    }

    KnownValues secret(String name, String text) {
        secrets.add(text);
        return open(name, text);
    }

    List<String> secrets() {
        return secrets;
    }

    String get(String name) {
        return Objects.requireNonNull(texts.get(name));
    }

    /** Of all whose names begin so. */
    List<String> named(String beginning) {
        return texts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(beginning))
                .map(Map.Entry::getValue)
                .toList();
    }

    List<String> all() {
        return List.copyOf(texts.values());
    }

    /** A text with the names in place of the values. */
    String named(Input input) {
        String text = input.toString();
        for (Map.Entry<String, String> known : texts.entrySet()) {
            text = text.replace(known.getValue(), "${" + known.getKey() + "}");
        }
        return text;
    }
}
