package dev.latchkey;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.latchkey.ArchitectureTest.TEMPLATES;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The packages directly below dev.latchkey are the rooms of the source. They are built on each
 * other: a class knows its own room and those below it.
 */
class RoomsTest {
  private static final List<String> FROM_THE_LOWEST =
      List.of(
          "model",
          "storage",
          "people",
          "credential",
          "issued",
          "mail",
          "usage",
          "edge",
          "event",
          "alert",
          "review",
          "api",
          "console",
          "login",
          "audit",
          "protocol",
          "app",
          "cli");

  /** The list may only shrink. */
  private static final Set<String> LOOKING_UP =
      Set.of("dev.latchkey.api.ApiAnswer", "dev.latchkey.app.Main");

  @Test
  void a_class_knows_only_the_rooms_below_its_own() {
    assertThat(
            ArchitectureTest.PRODUCT.stream()
                .filter(not(TEMPLATES))
                .filter(RoomsTest::looksUp)
                .map(type -> ArchitectureTest.outermost(type).getName())
                .distinct())
        .containsExactlyInAnyOrderElementsOf(LOOKING_UP);
  }

  @Test
  void every_package_is_in_a_room() {
    assertThat(Path.of("src/main/java/dev/latchkey").toFile().list())
        .containsExactlyInAnyOrderElementsOf(FROM_THE_LOWEST);
  }

  @Test
  void a_noun_of_storage_knows_no_other_that_knows_it() {
    slices()
        .matching("dev.latchkey.storage.(*)..")
        .should()
        .beFreeOfCycles()
        .check(ArchitectureTest.PRODUCT);
    noClasses()
        .that()
        .resideInAPackage("dev.latchkey.storage.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.latchkey.storage")
        .check(ArchitectureTest.PRODUCT);
  }

  private static boolean looksUp(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .filter(target -> target.getPackageName().startsWith("dev.latchkey."))
        .filter(not(TEMPLATES))
        .anyMatch(target -> floor(target) > floor(type));
  }

  private static int floor(JavaClass type) {
    return FROM_THE_LOWEST.indexOf(room(type));
  }

  private static String room(JavaClass type) {
    return type.getPackageName().split("\\.")[2];
  }
}
