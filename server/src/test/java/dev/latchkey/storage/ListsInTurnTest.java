package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A list that is read past the turns of {@code Database.list} could take every connection. */
class ListsInTurnTest {
  private static final JavaClasses STORAGE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.latchkey.storage");

  /** They find one thing by its key, and with it the few rows that belong to it. */
  private static final Set<String> BY_KEY =
      Set.of(
          "Consents.granted",
          "ExternalSignIns.linkedIssuers",
          "PasswordLinks.forgotten",
          "PasswordLinks.open",
          "SecondFactors.of",
          "Sessions.find",
          "UserAdministration.find",
          "ReadableDirectory.user",
          "Directory.find");

  /** Revocations do not wait for lists, nor does what the server does in the background. */
  private static final Set<String> OF_THE_SERVER =
      Set.of(
          "AuditExport.after",
          "AuditRetention.count",
          "AuditSeals.prune",
          "CallRetention.settle",
          "CallRetention.sizes",
          "DayPartitions.all",
          "Deliveries.due",
          "LastingFacts.close",
          "OrganizationLogs.shorter",
          "LastingFacts.open",
          "EventOutbox.isForNobody",
          "ReviewTasks.due",
          "ReviewTasks.sign",
          "ReviewTasks.toRemind",
          "RevocationCleanup.due",
          "SealedKeys.next",
          "SelectedTokens.next",
          "SigningKeys.all",
          "TokenRanges.peek");

  @Test
  void every_read_of_many_rows_or_of_a_count_takes_its_turn() {
    assertThat(
            STORAGE.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(ListsInTurnTest::readsAtOnce)
                .filter(ListsInTurnTest::readsManyRows)
                .map(method -> method.getOwner().getSimpleName() + "." + method.getName()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(BY_KEY, OF_THE_SERVER).flatMap(Set::stream).toList());
  }

  private static boolean readsAtOnce(JavaCodeUnit method) {
    return accesses(method)
        .anyMatch(target -> is(target, "Database", "read") || is(target, "RequestWrites", "read"));
  }

  private static boolean readsManyRows(JavaCodeUnit reading) {
    var seen = new HashSet<>(Set.of(reading));
    var unread = new ArrayDeque<>(seen);
    while (!unread.isEmpty()) {
      JavaCodeUnit next = unread.remove();
      if (accesses(next)
          .anyMatch(target -> is(target, "Sql", "all") || is(target, "BoundedCount", "<init>"))) {
        return true;
      }
      accesses(next)
          .filter(ListsInTurnTest::isOfNoun)
          .flatMap(target -> target.resolveMember().stream())
          .filter(member -> seen.add((JavaCodeUnit) member))
          .forEach(member -> unread.add((JavaCodeUnit) member));
    }
    return false;
  }

  private static boolean isOfNoun(CodeUnitAccessTarget target) {
    String name = target.getOwner().getPackageName();
    return name.startsWith("dev.latchkey.storage.")
        && !name.equals("dev.latchkey.storage.database");
  }

  private static boolean is(CodeUnitAccessTarget target, String type, String name) {
    return target.getOwner().getSimpleName().equals(type) && target.getName().equals(name);
  }

  private static Stream<? extends CodeUnitAccessTarget> accesses(JavaCodeUnit method) {
    return Stream.of(
            method.getMethodCallsFromSelf(),
            method.getConstructorCallsFromSelf(),
            method.getMethodReferencesFromSelf())
        .flatMap(Set::stream)
        .map(JavaCodeUnitAccess::getTarget);
  }
}
