package dev.latchkey.app.config;

import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a value of a key can be.
 *
 * @param allowed the values, as an error names them after "must be"
 * @param onPage the values, as the reference page names them
 * @param parser throws {@link IllegalArgumentException} for a text that is not allowed, or {@link
 *     ConfigFault} with an error of its own
 */
record Type<T>(String allowed, String onPage, Function<String, T> parser) {
  static final Type<String> TEXT = new Type<>("", "text", text -> text);
  static final Type<String> NOT_BLANK =
      found("a text", text -> Optional.of(text).filter(value -> !value.isBlank()));

  /** The path of a file or a directory. */
  static final Type<Path> PATH = new Type<>("the path of a file or directory", "path", Type::path);

  /** The path of a file that can be read. */
  static final Type<Path> FILE = new Type<>("the path of a file", "path of a file", Type::readable);

  /** The path of a file whose bytes are the value. */
  static final Type<byte[]> CONTENT = new Type<>(FILE.allowed, FILE.onPage, Type::bytes);

  /** The path of a file with a secret. The configuration shows the path only. */
  static final Type<String> SECRET_FILE =
      CONTENT.map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());

  static final Type<String> SCOPE =
      found(
          "scopes such as read:issue:info, in the form read:resource:part or write:resource:part",
          text -> Optional.of(text).filter(Scopes::isName));

  static <T> Type<T> of(String allowed, Function<String, T> parser) {
    return new Type<>(allowed, allowed, parser);
  }

  /** The same with other words for what is allowed. */
  Type<T> called(String words) {
    return new Type<>(words, words, parser);
  }

  /** For a parser that finds nothing if the text is not allowed. */
  static <T> Type<T> found(String allowed, Function<String, Optional<T>> parser) {
    return of(allowed, text -> parser.apply(text).orElseThrow(IllegalArgumentException::new));
  }

  /** For a parser whose {@link IllegalArgumentException} is the error. */
  static <T> Type<T> explained(String onPage, Function<String, T> parser) {
    return new Type<>(
        onPage,
        onPage,
        text -> {
          try {
            return parser.apply(text);
          } catch (IllegalArgumentException why) {
            throw new ConfigFault(String.valueOf(why.getMessage()), why);
          }
        });
  }

  static Type<String> matching(String pattern, String allowed) {
    return found(allowed, text -> Optional.of(text).filter(value -> value.matches(pattern)));
  }

  static Type<Long> number(long min, long max) {
    String range = "from " + min + " to " + max;
    return new Type<>(
        range,
        String.format(Locale.ROOT, "%,d–%,d", min, max),
        text -> {
          boolean isWhole = text.matches("[0-9]{1,18}");
          long number = isWhole ? Long.parseLong(text) : -1;
          if (number < min || number > max) {
            throw refused(isWhole ? range : "a whole number " + range, text);
          }
          return number;
        });
  }

  static Type<Integer> number(NumberSetting number) {
    return number(number.min(), number.max()).map(Math::toIntExact);
  }

  /** One of these words. */
  static Type<String> words(List<String> words) {
    int last = words.size() - 1;
    return new Type<>(
        String.join(", ", words.subList(0, last)) + " or " + words.get(last),
        words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", ")),
        text -> {
          if (!words.contains(text)) {
            throw new IllegalArgumentException(text);
          }
          return text;
        });
  }

  /** One of two words, of which the first means true. */
  static Type<Boolean> either(String yes, String no) {
    return words(List.of(yes, no)).map(yes::equals);
  }

  /** One of these constants, in lower case in the file. */
  static <E extends Enum<E>> Type<E> constants(List<E> constants) {
    Type<String> words = words(constants.stream().map(Type::word).toList());
    return new Type<>(
        words.allowed,
        words.onPage,
        text -> {
          String word = words.parser.apply(text.toLowerCase(Locale.ROOT));
          return constants.stream()
              .filter(each -> word(each).equals(word))
              .findFirst()
              .orElseThrow();
        });
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  <R> Type<R> map(Function<T, R> step) {
    return new Type<>(allowed, onPage, parser.andThen(step));
  }

  /** Throws a {@link ConfigFault} that says what is allowed. */
  T parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException notAllowed) {
      throw refused(allowed, text);
    }
  }

  private static ConfigFault refused(String allowed, String text) {
    return new ConfigFault("must be " + allowed + ", not " + shown(text));
  }

  /** A value in an error, where an empty one would not be seen. */
  private static String shown(String value) {
    return value.isBlank() ? "empty" : value;
  }

  private static Path path(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("blank");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException notAPath) {
      throw new ConfigFault("must be the path of a file or directory", notAPath);
    }
  }

  private static Path readable(String text) {
    Path file = path(text);
    if (Files.isDirectory(file)) {
      throw new ConfigFault(file + " is a directory, not a file");
    }
    if (!Files.isReadable(file)) {
      throw new ConfigFault("cannot read " + file);
    }
    return file;
  }

  private static byte[] bytes(String text) {
    try {
      return Files.readAllBytes(path(text));
    } catch (IOException unreadable) {
      throw new ConfigFault("cannot read " + text, unreadable);
    }
  }
}
