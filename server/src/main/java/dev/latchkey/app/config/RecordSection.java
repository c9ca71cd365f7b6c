package dev.latchkey.app.config;

import dev.latchkey.model.OutOfRange;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A section that is read as a record. The components are the keys, in lower case with underscores.
 * A component whose key is missing has its value from the defaults.
 */
final class RecordSection<R extends Record> {
  private final R defaults;
  private final RecordType<R> type;

  @SuppressWarnings("unchecked") // The class of a value of type R is one of R.
  RecordSection(R defaults) {
    this.defaults = defaults;
    this.type = RecordType.of((Class<R>) defaults.getClass());
  }

  R read(Yaml section) {
    List<RecordComponent> components = type.components();
    section.only(components.stream().map(RecordSection::key).collect(Collectors.toSet()));
    Object[] usual = type.values(defaults);
    Object[] parts = usual.clone();
    for (int i = 0; i < parts.length; i++) {
      parts[i] = accepted(section, i, usual);
    }
    return section.attempt(() -> section.checked(() -> type.make(parts))).orElse(defaults);
  }

  /** The value of a component, if the record accepts it together with the default ones. */
  private Object accepted(Yaml section, int index, Object[] usual) {
    RecordComponent component = type.components().get(index);
    String key = key(component);
    Object[] alone = usual.clone();
    String text = section.text(key, lower(usual[index]));
    alone[index] =
        component.getType().isEnum()
            ? constant(section, key, text, usual[index])
            : (int) Math.min(Yaml.wholeNumber(text), Integer.MAX_VALUE);
    try {
      var _ = type.make(alone);
      return alone[index];
    } catch (OutOfRange refused) {
      section.document().add(section.outOfRange(key, text, refused.min(), refused.max()));
    } catch (IllegalArgumentException refused) {
      section.document().add(section.fault(key, String.valueOf(refused.getMessage())));
    }
    return usual[index];
  }

  private static Object constant(Yaml section, String key, String word, Object usual) {
    Class<?> type = ((Enum<?>) usual).getDeclaringClass();
    Optional<Object> constant =
        Arrays.stream(type.getEnumConstants())
            .filter(each -> lower(each).equalsIgnoreCase(word))
            .map(Object.class::cast)
            .findFirst();
    if (constant.isEmpty()) {
      String allowed =
          Arrays.stream(type.getEnumConstants())
              .map(RecordSection::lower)
              .collect(Collectors.joining(", "));
      section
          .document()
          .add(section.fault(key, "must be one of " + allowed + ", not " + Yaml.shown(word)));
    }
    return constant.orElse(usual);
  }

  private static String lower(Object constant) {
    return constant.toString().toLowerCase(Locale.ROOT);
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
