package dev.latchkey.defences;

import dev.latchkey.harness.Checkout;
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
  private static final List<Path> TESTS =
      Stream.of("server", "torture")
          .map(module -> Checkout.file(module + "/src/test/java"))
          .toList();

  private TestClasses() {}

  /**
   * Returns more than one class if several packages have a class of this name, and no class if
   * there is no such test.
   */
  static List<Class<?>> of(NamedTest test) {
    return TESTS.stream()
        .flatMap(directory -> named(test.className() + ".java", directory).stream())
        .<Class<?>>map(TestClasses::load)
        .filter(type -> test.method().isEmpty() || methodOf(type, test).isPresent())
        .toList();
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

  /** The names of the classes in files of this name. */
  private static List<String> named(String file, Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(each -> each.endsWith(file))
          .map(each -> directory.relativize(each).toString())
          .map(name -> name.replace(".java", "").replace('/', '.'))
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, TestClasses.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
