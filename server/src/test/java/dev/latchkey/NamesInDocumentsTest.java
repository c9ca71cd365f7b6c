package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every class and member that a document names must exist. If it does not, the document is out of
 * date.
 */
class NamesInDocumentsTest {
  /**
   * {@code storage/pairs/Pairs.rotatePair}, {@code RacesTest.of_64_clients…}, {@code RacesTest}.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "`(?<path>(?:[a-z]+/)*)(?<type>[A-Z]\\w+(?:\\.[A-Z]\\w+)*)(?:\\.(?<member>[a-z]\\w*)(?<more>…?)(?:\\(\\))?)?`");

  private static final List<Path> OTHER_MODULES =
      Stream.of("bench/src", "testkit/src", "torture/src")
          .flatMap(name -> sources(Checkout.file(name)).stream())
          .toList();
  private static final List<String> LIBRARY = List.of("java.lang.", "java.util.", "java.time.");

  private static List<Path> sources(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  static List<Path> documents() throws IOException {
    var documents = new ArrayList<Path>();
    try (Stream<Path> decisions = Files.list(Checkout.file("docs/decisions"))) {
      decisions.sorted().forEach(documents::add);
    }
    documents.add(Checkout.file("CONTRIBUTING.md"));
    for (String name :
        List.of(
            "security/promises",
            "security/requirements",
            "inside/map",
            "inside/reliability",
            "reference/rules")) {
      documents.add(Checkout.file("docs/" + name + ".md"));
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_class_and_member_that_is_named_exists(Path document) throws IOException {
    assertThat(
            NAME.matcher(Files.readString(document))
                .results()
                .filter(NamesInDocumentsTest::namesCode)
                .filter(name -> !exists(name))
                .map(name -> name.group()))
        .isEmpty();
  }

  @Test
  void the_map_names_every_package() throws IOException {
    String map = Files.readString(Checkout.file("docs/inside/map.md"));
    Set<String> words = Set.copyOf(List.of(map.split("[^a-z]+")));

    assertThat(sources(Checkout.file("server/src/main/java/dev/latchkey")))
        .extracting(file -> file.getParent().getFileName().toString())
        .isSubsetOf(words);
  }

  /**
   * A single word with a capital letter may be a header or a state, so it is checked only if it
   * ends in {@code Test}.
   */
  private static boolean namesCode(MatchResult name) {
    return !name.group("path").isEmpty()
        || name.group("member") != null
        || name.group("type").endsWith("Test");
  }

  private static boolean exists(MatchResult name) {
    return Stream.of(ArchitectureTest.PRODUCT, ArchitectureTest.TESTS)
            .flatMap(JavaClasses::stream)
            .anyMatch(each -> matches(each, name))
        || OTHER_MODULES.stream().anyMatch(file -> matchesFile(file, name))
        || isOfLibrary(name);
  }

  /**
   * Classes of other modules are not on the class path of these tests, so they are found by their
   * file.
   */
  private static boolean matchesFile(Path file, MatchResult name) {
    return file.toString().endsWith("/" + name.group("path") + name.group("type") + ".java");
  }

  private static boolean matches(JavaClass each, MatchResult name) {
    String full = each.getName().replace('$', '.').replace('.', '/');
    String wanted = "/" + name.group("path") + name.group("type").replace('.', '/');
    return full.endsWith(wanted) && hasMember(each, name);
  }

  private static boolean hasMember(JavaClass each, MatchResult name) {
    String member = name.group("member");
    return member == null
        || each.getAllMembers().stream()
            .map(JavaMember::getName)
            .anyMatch(known ->
                name.group("more").isEmpty() ? known.equals(member) : known.startsWith(member));
  }

  private static boolean isOfLibrary(MatchResult name) {
    String type = name.group("type").replace('.', '$');
    return LIBRARY.stream().anyMatch(where -> load(where + type).isPresent());
  }

  private static Optional<Class<?>> load(String name) {
    try {
      return Optional.of(Class.forName(name));
    } catch (ClassNotFoundException notThere) {
      return Optional.empty();
    }
  }
}
