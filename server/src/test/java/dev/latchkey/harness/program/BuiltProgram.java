package dev.latchkey.harness.program;

import dev.latchkey.harness.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command with which tests start the program: the jar with its AOT cache, as the launcher does,
 * so that a start needs half of the processor time. If the jar does not have the classes of this
 * test run, for example because some of them are replaced by a test of the tests, the program is
 * started from the class path of the test run.
 */
public final class BuiltProgram {
  private static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();
  private static final Path JAR = Path.of("target", "latchkey.jar").toAbsolutePath();
  private static final Path AOT_CACHE = Path.of("target", "latchkey.aot").toAbsolutePath();

  /** The classes that come before the product on the class path of a run of tests. */
  private static final Set<Path> TESTS =
      Stream.of("server/target/test-classes", "torture/target/test-classes")
          .map(name -> Checkout.file(name).toAbsolutePath().normalize())
          .collect(Collectors.toSet());

  private static final Path JVM_OPTIONS =
      Path.of("src", "main", "sh", "jvm.options").toAbsolutePath();

  /** A command of a second would need a quarter more for threads of a collector and for the JIT. */
  private static final List<String> SMALL_AND_QUICK =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=4");

  /** The manifest of the jar has this permission. With the option the cache would not be used. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private BuiltProgram() {}

  /** The command up to the arguments of the program, with these options for the JVM. */
  public static List<String> command(String... options) {
    var command = new ArrayList<String>();
    command.add(java().toString());
    if (Holder.JAR_IS_CURRENT) {
      command.addAll(List.of("@" + JVM_OPTIONS, "-XX:AOTCache=" + AOT_CACHE, "-Xlog:aot*=off"));
    }
    command.addAll(SMALL_AND_QUICK);
    command.addAll(List.of(options));
    command.addAll(
        Holder.JAR_IS_CURRENT
            ? List.of("-jar", JAR.toString())
            : List.of(NATIVE_ACCESS, "-cp", classPath(), "dev.latchkey.app.Main"));
    return command;
  }

  /** The same for another main class of the test run. */
  static List<String> command(String main, String option) {
    var command = new ArrayList<String>();
    command.add(java().toString());
    command.addAll(SMALL_AND_QUICK);
    command.addAll(List.of(NATIVE_ACCESS, option, "-cp", classPath(), main));
    return command;
  }

  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** The classes of the test run, from any directory. */
  public static String classPath() {
    return parts().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<Path> parts() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(part -> Path.of(part).toAbsolutePath());
  }

  private static final class Holder {
    static final boolean JAR_IS_CURRENT = hasTheClassesOfThisRun();

    private static boolean hasTheClassesOfThisRun() {
      List<Path> before =
          parts().takeWhile(part -> !isProduct(part)).filter(Files::isDirectory).toList();
      return TESTS.containsAll(before)
          && Files.exists(AOT_CACHE)
          && newest(CLASSES).compareTo(changed(JAR)) <= 0;
    }

    private static boolean isProduct(Path part) {
      return part.equals(CLASSES) || part.equals(JAR);
    }

    private static FileTime newest(Path directory) {
      try (Stream<Path> files = Files.walk(directory)) {
        return files
            .filter(Files::isRegularFile)
            .map(Holder::changed)
            .max(Comparator.naturalOrder())
            .orElseThrow();
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      }
    }

    private static FileTime changed(Path file) {
      try {
        return Files.getLastModifiedTime(file);
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      }
    }
  }
}
