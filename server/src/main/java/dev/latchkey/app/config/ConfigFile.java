package dev.latchkey.app.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the configuration from the file and from environment variables. Every key must be known and
 * every value valid. All mistakes are reported together; each names its place and its key.
 */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * The settings without a file: it listens on loopback, uses SQLite in {@code ./data}, and has the
   * catalogue that comes with Latchkey.
   */
  public static Settings defaults() {
    return parse("defaults", "");
  }

  /** The settings of the file alone. */
  public static Settings read(Path file) {
    return load(Optional.of(file), Map.of()).settings();
  }

  /** The settings of the file and of these environment variables, which take precedence. */
  public static Configuration load(Optional<Path> file, Map<String, String> variables) {
    var environment = new Environment(variables);
    return file.isPresent()
        ? configuration(new Document(file.get().toString(), environment), text(file.get()))
        : configuration(new Document("defaults", environment), "");
  }

  private static String text(Path file) {
    if (Files.isDirectory(file)) {
      throw new ConfigFault("cannot read " + file + ": it is a directory, not a file");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException otherEncoding) {
      throw new ConfigFault("cannot read " + file + ": it is not text in UTF-8", otherEncoding);
    } catch (IOException unreadable) {
      throw new ConfigFault("cannot read " + file + ": it is missing or not readable", unreadable);
    }
  }

  static Settings parse(String file, String text) {
    return configuration(new Document(file, Environment.none()), text).settings();
  }

  private static Configuration configuration(Document document, String text) {
    SectionValues file = SectionValues.read(Keys.ALL, Yaml.parse(document, text));
    Optional<Settings> settings = SettingsReader.settings(file);
    document.complete();
    return new Configuration(settings.orElseThrow(), document.values());
  }
}
