package dev.latchkey.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The environment variables that set keys. {@code LATCHKEY_} and the key in upper case name one;
 * two underscores stand between a section and its key. With {@code _FILE} at its end, a variable
 * names a file that contains the value.
 *
 * <p>A rule for the names needs no list that could be forgotten. A section and its key are
 * separated by two underscores, because keys contain one. A variable that no key uses is an error,
 * because a typing mistake would otherwise be silent; those that Kubernetes makes with the same
 * beginning are known and skipped.
 */
final class Environment {
  private static final String PREFIX = "LATCHKEY_";
  private static final String BETWEEN = "__";
  private static final String OF_FILE = "_FILE";

  /** Variables of the launcher and the examples in the documentation. They set no key. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "LATCHKEY_JAVA_OPTIONS",
          "LATCHKEY_VERSION",
          "LATCHKEY_URL",
          "LATCHKEY_CLIENT_ID",
          "LATCHKEY_CLIENT_SECRET",
          "LATCHKEY_REDIRECT_URI",
          "LATCHKEY_TOKEN");

  /**
   * What Kubernetes sets in every container for a service whose name begins with {@code latchkey}.
   * It sets {@code LATCHKEY_PORT} too, or {@code LATCHKEY_METRICS_PORT}, as an address.
   */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile("LATCHKEY_(\\w+_)?(SERVICE_(HOST|PORT(_.*)?)|PORT_[0-9]+_(TCP|UDP).*)");

  private static final Pattern ADDRESS_OF_KUBERNETES = Pattern.compile("(tcp|udp)://.*");

  /** The values by the name of their variable. A variable that a key has used is removed. */
  private final Map<String, String> unused = new TreeMap<>();

  /** The variables of the keys that have been read, for the suggestion in an error. */
  private final Set<String> known = new TreeSet<>();

  /** The variables that were used, and whether each holds a secret. */
  private final Map<String, Boolean> used = new HashMap<>();

  Environment(Map<String, String> variables) {
    variables.forEach((name, value) -> {
      if (name.startsWith(PREFIX) && !value.isEmpty() && !isOfOthers(name, value)) {
        unused.put(name, value);
      }
    });
  }

  static Environment none() {
    return new Environment(Map.of());
  }

  private static boolean isOfOthers(String name, String value) {
    boolean isAddress = name.endsWith("_PORT") && ADDRESS_OF_KUBERNETES.matcher(value).matches();
    return isAddress || OF_OTHERS.contains(name) || OF_KUBERNETES.matcher(name).matches();
  }

  /** A value that a variable gives to a key. */
  record Setting(String variable, String text) {}

  /**
   * The value of a key, if a variable sets it. {@code section} is the full name of the section of
   * the key, or empty.
   */
  Optional<Setting> take(String section, String key) {
    String variable = variable(section, key);
    known.add(variable);
    Optional<String> direct = Optional.ofNullable(unused.remove(variable));
    Optional<String> file = Optional.ofNullable(unused.get(variable + OF_FILE));
    if (direct.isPresent() && file.isPresent()) {
      unused.remove(variable + OF_FILE);
      throw fault(variable, "set " + variable + " or " + variable + OF_FILE + ", not both");
    }
    direct.ifPresent(text -> used.put(variable, false));
    return direct.map(text -> new Setting(variable, text));
  }

  /** The same from a file. It is asked after all keys of the section, because some end so. */
  Optional<Setting> takeFile(String section, String key) {
    String variable = variable(section, key) + OF_FILE;
    Optional<String> file = Optional.ofNullable(unused.remove(variable));
    file.ifPresent(name -> used.put(variable, true));
    return file.map(name -> new Setting(variable, contents(variable, name)));
  }

  /** The first variable that sets something inside this section. */
  Optional<String> firstInside(String section) {
    String start = PREFIX + upper(section) + BETWEEN;
    Optional<String> first =
        unused.keySet().stream().filter(name -> name.startsWith(start)).findFirst();
    first.ifPresent(name -> used.putIfAbsent(name, false));
    return first;
  }

  /** The names that variables give to the entries of a section whose names are free. */
  List<String> names(String section, Set<String> inFile) {
    String start = PREFIX + upper(section) + BETWEEN;
    return unused.keySet().stream()
        .filter(name -> name.startsWith(start))
        .map(name -> name.substring(start.length()).split(BETWEEN, 2)[0])
        .distinct()
        .filter(name -> inFile.stream().noneMatch(known -> upper(known).equals(name)))
        .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  boolean isVariable(String label) {
    return used.containsKey(label);
  }

  boolean isSecret(String label) {
    return used.getOrDefault(label, false);
  }

  /** A finding for each variable that no key has used. */
  List<Mistake> unknown() {
    return unused.keySet().stream()
        .map(name ->
            new Mistake(
                name,
                "",
                "no key has this variable"
                    + Nearest.to(name, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("")))
        .toList();
  }

  private static String contents(String variable, String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | InvalidPathException unreadable) {
      throw fault(variable, "cannot read the file that it names");
    }
  }

  private static ConfigFault fault(String variable, String what) {
    return new ConfigFault(List.of(new Mistake(variable, "", what)));
  }

  private static String variable(String section, String key) {
    return PREFIX + (section.isEmpty() ? "" : upper(section) + BETWEEN) + upper(key);
  }

  private static String upper(String name) {
    return name.toUpperCase(Locale.ROOT).replace(".", BETWEEN).replaceAll("[^A-Z0-9_]", "_");
  }
}
