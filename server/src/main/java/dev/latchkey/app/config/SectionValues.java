package dev.latchkey.app.config;

import dev.latchkey.model.NumberSetting;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The values of the keys of one section. All mistakes in them have been collected. */
final class SectionValues {
  private final Yaml yaml;
  private final Map<String, Object> values = new HashMap<>();

  private SectionValues(Yaml yaml) {
    this.yaml = yaml;
  }

  static SectionValues read(SectionKey<?> section, Yaml yaml) {
    var read = new SectionValues(yaml);
    yaml.only(section.names());
    for (Key<?> key : section.keys()) {
      yaml.attempt(() -> key.read(yaml)).ifPresent(value -> read.values.put(key.name(), value));
    }
    return read;
  }

  /** Ends the reading if the value had a mistake. */
  @SuppressWarnings("unchecked") // What a key has read is of its type.
  <T> T get(Key<T> key) {
    return (T) value(key.name());
  }

  int get(NumberSetting setting) {
    return (Integer) value(setting.key());
  }

  private Object value(String name) {
    return Optional.ofNullable(values.get(name)).orElseThrow(Document.Unsound::new);
  }

  boolean has(Key<?> key) {
    return yaml.has(key.name());
  }

  /** A mistake in the value of a key, at its place. */
  ConfigFault fault(Key<?> key, String what) {
    return yaml.fault(key.name(), what);
  }

  /** What is built from this section, or empty if it has a mistake, which is then collected. */
  <T> Optional<T> attempt(Supplier<T> reading) {
    return yaml.attempt(reading);
  }

  /** The same for a type that refuses values itself, and names their keys. */
  <T> Optional<T> checked(Supplier<T> creation) {
    return yaml.attempt(() -> {
      try {
        return creation.get();
      } catch (ConfigFault fault) {
        throw new ConfigFault(fault.findings().stream().map(yaml::located).toList());
      } catch (IllegalArgumentException why) {
        throw yaml.fault(String.valueOf(why.getMessage()));
      }
    });
  }

  /** Whether nothing in the value of a key was refused. */
  boolean isSound(Key<?> key) {
    return yaml.document().isSound(key.path());
  }

  int line() {
    return yaml.line();
  }
}
