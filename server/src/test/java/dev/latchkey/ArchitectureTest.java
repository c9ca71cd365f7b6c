package dev.latchkey;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.latchkey.app.Installation;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.storage.Stores;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the rules of the architecture in the compiled classes. */
class ArchitectureTest {
  private static final String EACH_FEATURE =
      "dev.latchkey..(authorize|token|introspect|revoke|login|credential|directory|discovery|gateway|smtp|metrics|health|usage|home|audit)..";
  private static final String[] FEATURES =
      Stream.of(EACH_FEATURE.replaceAll(".*\\(|\\).*", "").split("\\|"))
          .map(name -> ".." + name + "..")
          .toArray(String[]::new);
  private static final DescribedPredicate<JavaClass> A_FEATURE =
      resideInAnyPackage(FEATURES)
          .and(
              not(
                  resideInAnyPackage(
                      "dev.latchkey.model..", "dev.latchkey.storage..", "dev.latchkey.cli..")));
  static final DescribedPredicate<JavaClass> TEMPLATES =
      resideInAPackage("dev.latchkey.console.page.templates..");
  private static final SliceAssignment EACH_CLASS_OF_THE_COMPOSITION =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return type.getPackageName().equals("dev.latchkey.app")
              ? SliceIdentifier.of(outermost(type).getSimpleName())
              : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
          return "each class of the composition";
        }
      };
  static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.latchkey");

  static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
          .importPackages("dev.latchkey");

  static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }

  @Test
  void the_model_knows_nothing_but_the_language() {
    classes()
        .that()
        .resideInAPackage("..model..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("dev.latchkey.model..", "java..", "org.jspecify..")
                .and(not(resideInAnyPackage("java.sql..", "java.net.."))))
        .check(PRODUCT);
  }

  @Test
  void only_storage_speaks_sql() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..storage..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..", "com.zaxxer..")
        .check(PRODUCT);
  }

  @Test
  void storage_knows_only_the_model() {
    noClasses()
        .that()
        .resideInAPackage("..storage..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.latchkey..")
                .and(not(resideInAnyPackage("dev.latchkey.storage..", "dev.latchkey.model.."))))
        .check(PRODUCT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache", "database", "postgres", "sqlite"})
  void a_part_of_storage_knows_only_the_way_to_a_database(String part) {
    noClasses()
        .that()
        .resideInAPackage("dev.latchkey.storage." + part)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.latchkey.storage..")
                .and(
                    not(
                        resideInAnyPackage(
                            "dev.latchkey.storage.database", "dev.latchkey.storage." + part))))
        .check(PRODUCT);
  }

  @Test
  void only_one_package_knows_the_network_library() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..http.netty..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(PRODUCT);
  }

  @Test
  void only_the_gateway_signs_and_only_sign_in_verifies_signatures() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..gateway..", "..login..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.nimbusds..")
        .check(PRODUCT);
  }

  @Test
  void only_mail_speaks_smtp() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..smtp..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jakarta.mail..")
        .check(PRODUCT);
  }

  @Test
  void http_knows_only_the_model() {
    noClasses()
        .that()
        .resideInAPackage("..http..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.latchkey..")
                .and(not(resideInAnyPackage("dev.latchkey.edge.http..", "dev.latchkey.model.."))))
        .check(PRODUCT);
  }

  @Test
  void features_never_import_each_other() {
    slices()
        .matching(EACH_FEATURE)
        .namingSlices("$1")
        .as("features")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(TEMPLATES, DescribedPredicate.alwaysTrue())
        .ignoreDependency(DescribedPredicate.alwaysTrue(), not(A_FEATURE))
        .ignoreDependency(not(A_FEATURE), DescribedPredicate.alwaysTrue())
        .check(PRODUCT);
  }

  /**
   * The composition can be read from top to bottom only if nothing refers back to the class that
   * builds it.
   */
  @Test
  void the_composition_has_no_references_back() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.latchkey.app", "..cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.latchkey.app")
        .check(PRODUCT);
    slices().assignedFrom(EACH_CLASS_OF_THE_COMPOSITION).should().beFreeOfCycles().check(PRODUCT);
  }

  /**
   * A feature receives each object that it needs as a parameter. It must not receive all stores and
   * choose from them.
   */
  @Test
  void features_do_not_receive_every_store() {
    noClasses()
        .that(A_FEATURE)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Stores.class, ClockAndRandom.class)
        .check(PRODUCT);
  }

  @Test
  void only_the_installation_uses_the_real_clock_and_real_random_numbers() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Installation.class)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(InstantSource.class, "system")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(SecureRandom.class)
        .check(PRODUCT);
  }

  /**
   * Everything stored is dated and compared by one time, that of the database. The clock of a node
   * does not reach the stores: they take a clock that follows the database.
   */
  @Test
  void no_store_uses_the_clock_of_a_node() {
    noClasses()
        .that()
        .resideInAPackage("..storage..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(InstantSource.class, Clock.class)
        .check(PRODUCT);
  }

  /**
   * A thread that ends because of an unexpected exception does nothing for the rest of the life of
   * the process. The threads of {@code Background} go on after one.
   */
  @Test
  void work_in_the_background_goes_on_after_an_exception() {
    noClasses()
        .that(not(MAY_START_THREADS))
        .should()
        .callCodeUnitWhere(startsAThread())
        .check(PRODUCT);
  }

  /**
   * With two processors the common pool has one thread, so a task that a test holds would keep the
   * next one from starting.
   */
  @Test
  void a_test_gives_each_task_a_thread() {
    noClasses()
        .should()
        .callMethod(CompletableFuture.class, "runAsync", Runnable.class)
        .orShould()
        .callMethod(CompletableFuture.class, "supplyAsync", Supplier.class)
        .check(TESTS);
  }

  private static final Map<String, String> THREADS =
      Map.ofEntries(
          entry("model.process.Background", "it goes on after an exception"),
          entry("model.process.BackgroundQueue", "it runs nothing but Background.attempt"),
          entry("app.PeriodicTasks", "its timers run nothing but Background.attempts"),
          entry("login.password.Argon2", "its callers wait, and get the exceptions"),
          entry("cli.run.RunningServer", "its thread runs once, when the process ends"),
          entry("edge.health.Readiness", "its callers wait for a limited time"),
          entry("host.ChildProcess", "part of the load generator"),
          entry("host.ShutdownCleanup", "part of the load generator"),
          entry("event.send.WebhookSender", "one thread sends one message"),
          entry("edge.outside.OutsideCalls", "one thread makes one call"),
          entry("edge.http.netty.RequestThread", "one thread answers one request"),
          entry("edge.http.netty.TokenRecheck", "one thread checks one WebSocket once"),
          entry("edge.http.netty.Transport", "Netty's loops go on after an exception"),
          entry("edge.http.netty.UpstreamPool", "one thread looks up one name"),
          entry("storage.sqlite.ListReaders", "its callers wait, and get the exceptions"));

  private static final DescribedPredicate<JavaClass> MAY_START_THREADS =
      DescribedPredicate.describe(
          "may start threads",
          type -> THREADS.containsKey(outermost(type).getName().replace("dev.latchkey.", "")));

  private static DescribedPredicate<JavaCodeUnitAccess<?>> startsAThread() {
    return DescribedPredicate.describe(
        "starts a thread",
        call -> {
          JavaClass owner = call.getTargetOwner();
          boolean isThread =
              owner.isEquivalentTo(Thread.class)
                  && Set.of("ofPlatform", "ofVirtual", "startVirtualThread", "<init>")
                      .contains(call.getName());
          boolean isAsync =
              owner.isEquivalentTo(CompletableFuture.class) && call.getName().endsWith("Async");
          boolean isPool =
              owner.isEquivalentTo(Executors.class) || owner.isAssignableTo(ExecutorService.class);
          boolean isMade = call.getName().equals("<init>");
          return isThread
              || isAsync
              || (isPool && (isMade || owner.isEquivalentTo(Executors.class)))
              || (isMade && owner.isEquivalentTo(Timer.class));
        });
  }

  /**
   * Pages are rendered through {@code TEMPLATES}, which has one method for each template, with the
   * types of its parameters.
   */
  @Test
  void templates_are_reached_through_pages_alone() {
    noClasses()
        .that(not(TEMPLATES))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.latchkey.console.page.templates.*..")
        .check(PRODUCT);
  }

  @Test
  void a_class_of_tests_has_parameters_only_by_an_annotation_that_lets_others_run_beside_it() {
    assertThat(TESTS)
        .filteredOn(type -> type.isAnnotatedWith(ParameterizedClass.class))
        .allMatch(JavaClass::isAnnotation);
  }
}
