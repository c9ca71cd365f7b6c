package dev.latchkey.defences;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds test classes and methods by the names in documents, which have neither packages nor
 * parameters.
 */
final class TestClasses {
  private static final Path TESTS = Path.of("src/test/java");

  private TestClasses() {}

  /**
   * Returns more than one class if several packages have a class of this name, and no class if
   * there is no such test.
   */
  static List<Class<?>> of(NamedTest test) {
    String file = test.className() + ".java";
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(each -> each.getFileName().toString().equals(file))
          .<Class<?>>map(TestClasses::load)
          .filter(type -> test.method().isEmpty() || methodOf(type, test).isPresent())
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The method may be inherited. */
  static Optional<Method> methodOf(Class<?> type, NamedTest test) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Method method : each.getDeclaredMethods()) {
        if (method.getName().equals(test.method().orElse(""))) {
          return Optional.of(method);
        }
      }
    }
    return Optional.empty();
  }

  private static Class<?> load(Path file) {
    String name = TESTS.relativize(file).toString().replace(".java", "").replace('/', '.');
    try {
      return Class.forName(name, false, TestClasses.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
