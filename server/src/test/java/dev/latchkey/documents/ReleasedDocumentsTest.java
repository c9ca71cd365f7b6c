package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A release contains what its documents link. {@code packaging/documents} lists what is copied. */
class ReleasedDocumentsTest {
  private static final Path ROOT = Checkout.file("").normalize();

  private static List<Path> released() {
    return lines("packaging/documents")
        .filter(line -> !line.startsWith("#"))
        .map(ROOT::resolve)
        .toList();
  }

  static Stream<Document> documents() {
    return released().stream()
        .flatMap(ReleasedDocumentsTest::files)
        .filter(file -> file.toString().endsWith(".md"))
        .map(Document::read);
  }

  @Test
  void every_path_of_the_list_exists() {
    assertThat(released()).isNotEmpty().allSatisfy(path -> assertThat(path).exists());
  }

  /** An anchor in another page is examined by {@link DocumentsTest}. */
  @ParameterizedTest
  @MethodSource("documents")
  void every_relative_link_and_picture_leads_into_the_release(Document document) {
    assertThat(Stream.concat(document.links().stream(), document.images().stream()))
        .filteredOn(link -> !link.contains("://") && !link.startsWith("mailto:"))
        .allSatisfy(link -> {
          Path target = document.path().resolve("..").resolve(link.replaceFirst("#.*", ""));
          assertThat(link.startsWith("#") || isReleased(target.normalize())).as(link).isTrue();
        });
  }

  private static boolean isReleased(Path target) {
    return Files.exists(target) && released().stream().anyMatch(target::startsWith);
  }

  private static Stream<Path> files(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).toList().stream();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static Stream<String> lines(String name) {
    try {
      return Files.readAllLines(Checkout.file(name)).stream();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
