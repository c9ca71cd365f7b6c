package dev.latchkey.app.config;

import java.util.List;
import java.util.Optional;

/**
 * A key of the configuration file: one row of the table {@link Keys}. It changes only while that
 * table is written down.
 *
 * @param <T> what its value is read as; the value of a key that may be missing is optional
 */
class Key<T> {
  /** Reads the value of a key, or what stands for it if the key is missing. */
  interface Reader<T> {
    T read(Yaml yaml, Key<?> key);
  }

  private final String path;
  private final String name;
  private final Type<?> type;
  private final Reader<T> present;
  private final Reader<T> absent;

  /** The value without the key, as it would be in the file. */
  private String usual = "";

  private boolean isLive = true;
  private boolean isSecret;
  private boolean isRequired;

  Key(String path, Type<?> type, Reader<T> present, Reader<T> absent) {
    this.path = path;
    this.name = path.substring(path.lastIndexOf('.') + 1);
    this.type = type;
    this.present = present;
    this.absent = absent;
  }

  Key<T> usually(String text) {
    usual = text;
    return this;
  }

  Key<T> require() {
    isRequired = true;
    return this;
  }

  /** Something is opened, or made of a fixed size, at the start, so a change needs another one. */
  Key<T> restart() {
    isLive = false;
    return this;
  }

  /** The value appears in no message and no list. */
  Key<T> secret() {
    isSecret = true;
    return this;
  }

  String name() {
    return name;
  }

  /** With the names of its sections. A name that the operator chooses is NAME. */
  String path() {
    return path;
  }

  String usual() {
    return usual;
  }

  boolean isRequired() {
    return isRequired;
  }

  String values() {
    return type.onPage();
  }

  boolean isLive() {
    return isLive;
  }

  boolean isSecret() {
    return isSecret;
  }

  T read(Yaml yaml) {
    return (yaml.has(name) ? present : absent).read(yaml, this);
  }

  /** Refuses a value that does not come from the file, such as that of an option. */
  void check(String text) {
    try {
      var _ = type.parse(text);
    } catch (ConfigFault refused) {
      throw refused(String.valueOf(refused.getMessage()));
    }
  }

  /** A mistake in the value, without its place. */
  ConfigFault refused(String what) {
    return new ConfigFault(List.of(new Mistake("", path, what)));
  }

  void check(Optional<String> text) {
    text.ifPresent(this::check);
  }
}
