package dev.latchkey.app.config;

import dev.latchkey.model.NumberSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A key whose value has keys itself, and the rows of these. */
final class SectionKey<T> extends Key<T> {
  private static final Type<String> MAPPING = new Type<>("a section", "section", text -> text);
  private static final Type<String> LIST = new Type<>("a list", "list of sections", text -> text);
  private static final Type<String> NAMED =
      new Type<>("sections", "sections with names that you choose", text -> text);

  private final String within;
  private final List<Key<?>> keys = new ArrayList<>();

  private SectionKey(String path, String suffix, Type<?> type, Sub<T> present, Sub<T> absent) {
    super(
        path,
        type,
        (yaml, key) -> present.read(yaml, (SectionKey<?>) key),
        (yaml, key) -> absent.read(yaml, (SectionKey<?>) key));
    this.within = path + suffix;
  }

  private interface Sub<T> {
    T read(Yaml yaml, SectionKey<?> section);
  }

  /** The file itself. */
  static SectionKey<SectionValues> file() {
    Sub<SectionValues> whole = (yaml, section) -> SectionValues.read(section, yaml);
    return new SectionKey<>("", "", MAPPING, whole, whole);
  }

  /** A section all of whose keys have a usual value. */
  SectionKey<SectionValues> defaults(String name) {
    Sub<SectionValues> both = (yaml, section) -> SectionValues.read(section, yaml.section(name));
    return add(new SectionKey<>(inside(name), "", MAPPING, both, both));
  }

  /** A section that may be missing as a whole. */
  SectionKey<Optional<SectionValues>> section(String name) {
    Sub<Optional<SectionValues>> present =
        (yaml, section) -> Optional.of(SectionValues.read(section, yaml.section(name)));
    return section(name, "", MAPPING, present, Optional.empty());
  }

  SectionKey<List<SectionValues>> entries(String name) {
    Sub<List<SectionValues>> present =
        (yaml, key) ->
            yaml.entries(name).stream().map(entry -> SectionValues.read(key, entry)).toList();
    return section(name, "[]", LIST, present, List.of());
  }

  /** A section in which the operator chooses the names. */
  SectionKey<Map<String, SectionValues>> named(String name, String pattern, String allowed) {
    Type<String> names = Type.matching(pattern, allowed);
    Sub<Map<String, SectionValues>> present = (yaml, key) -> named(yaml.section(name), key, names);
    return section(name, ".NAME", NAMED, present, Map.of());
  }

  private <S> SectionKey<S> section(
      String name, String suffix, Type<?> type, Sub<S> present, S missing) {
    Sub<S> absent = (yaml, key) -> yaml.usual(key, missing);
    return add(new SectionKey<>(inside(name), suffix, type, present, absent));
  }

  private static Map<String, SectionValues> named(
      Yaml yaml, SectionKey<?> section, Type<String> names) {
    var found = new LinkedHashMap<String, SectionValues>();
    for (String name : yaml.names()) {
      yaml.attempt(
              () -> {
                yaml.checkName(name, names);
                return SectionValues.read(section, yaml.section(name));
              })
          .ifPresent(values -> found.put(name, values));
    }
    return found;
  }

  /** A key that must be there. */
  <V> Key<V> required(String name, Type<V> type) {
    String words = type.allowed().isEmpty() ? "" : ": " + type.allowed();
    Key.Reader<V> missing =
        (yaml, _) -> {
          throw yaml.fault(name, "is required" + words);
        };
    return add(new Key<>(inside(name), type, (yaml, key) -> yaml.value(key, type), missing))
        .require();
  }

  <V> Key<V> value(String name, Type<V> type, String usual) {
    return key(name, type, (yaml, key) -> yaml.value(key, type), type.parse(usual)).usually(usual);
  }

  <V> Key<Optional<V>> optional(String name, Type<V> type) {
    Key.Reader<Optional<V>> present = (yaml, key) -> Optional.of(yaml.value(key, type));
    return key(name, type, present, Optional.empty());
  }

  <V> Key<List<V>> list(String name, Type<V> type) {
    return key(name, listOf(type), (yaml, key) -> yaml.list(key, type), List.of());
  }

  /** A list with one entry at least. */
  <V> Key<List<V>> requiredList(String name, Type<V> type) {
    Key.Reader<List<V>> filled =
        (yaml, key) -> {
          List<V> found = yaml.has(name) ? yaml.list(key, type) : List.of();
          if (found.isEmpty()) {
            throw yaml.fault(name, "is required: a list with " + type.allowed());
          }
          return found;
        };
    return add(new Key<>(inside(name), listOf(type), filled, filled)).require();
  }

  private <V> Key<V> key(String name, Type<?> type, Key.Reader<V> present, V missing) {
    return add(new Key<>(inside(name), type, present, (yaml, key) -> yaml.usual(key, missing)));
  }

  private static Type<String> listOf(Type<?> type) {
    return new Type<>("a list", "list: " + type.onPage(), text -> text);
  }

  Key<Boolean> onOff(String name) {
    return value(name, Type.either("on", "off"), "off");
  }

  <E extends Enum<E>> Key<E> choice(String name, E usual) {
    List<E> constants = List.of(usual.getDeclaringClass().getEnumConstants());
    return value(name, Type.constants(constants), Type.word(usual));
  }

  Key<Integer> number(NumberSetting setting) {
    String usual = String.valueOf(setting.usual());
    return value(setting.key(), Type.number(setting), usual);
  }

  /** The numbers of a record that checks them itself. */
  void numbers(NumberSetting... settings) {
    Stream.of(settings).forEach(this::number);
  }

  /** Adds the keys of another part of the file. */
  void include(SectionKey<SectionValues> part) {
    keys.addAll(part.keys);
  }

  private <K extends Key<?>> K add(K key) {
    keys.add(key);
    return key;
  }

  String inside(String name) {
    return within.isEmpty() ? name : within + "." + name;
  }

  List<Key<?>> keys() {
    return List.copyOf(keys);
  }

  List<String> names() {
    return keys.stream().map(Key::name).collect(Collectors.toList());
  }

  /** Whether at least one of the keys can change while a server runs. */
  @Override
  boolean isLive() {
    return keys.stream().anyMatch(Key::isLive);
  }

  /** This section and those inside, as the reference page has them. */
  Stream<SectionKey<?>> all() {
    return Stream.concat(
        Stream.of(this),
        keys.stream()
            .flatMap(key -> key instanceof SectionKey<?> inside ? inside.all() : Stream.of()));
  }
}
