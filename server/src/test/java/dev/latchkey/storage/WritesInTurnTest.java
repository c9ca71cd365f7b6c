package dev.latchkey.storage;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.latchkey.storage.database.Database;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A write that takes a connection past the turns of {@code Database.at} could take all of them. */
class WritesInTurnTest {
  private static final Set<String> TOGETHER = Set.of("PostgresPairWrites", "PostgresCodeWrites");

  /** {@code Directory} writes whether a letter was delivered. */
  private static final Set<String> OF_THE_SERVER =
      Set.of(
          "Purge",
          "CopiedRows",
          "DayPartitions",
          "RevocationCleanup",
          "AlertEntries",
          "AlertReaders",
          "AuditRetention",
          "CallBlocks",
          "CallHours",
          "RouteCalls",
          "CallRetention",
          "CallWriters",
          "Usage",
          "SignInsOfEveryone",
          "CredentialNetworks",
          "Directory");

  private static final DescribedPredicate<JavaClass> MAY_WRITE_AT_ONCE =
      DescribedPredicate.describe(
          "give the turns, write for many callers together, or for the server",
          type -> {
            String name = type.getSimpleName();
            return type.isAssignableTo(Database.class)
                || name.equals("RequestWrites")
                || TOGETHER.contains(name)
                || OF_THE_SERVER.contains(name);
          });

  @Test
  void every_write_of_a_request_waits_for_its_turn() {
    noClasses()
        .that(not(MAY_WRITE_AT_ONCE))
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "a write of a database",
                call ->
                    Set.of("write", "run").contains(call.getTarget().getName())
                        && call.getTargetOwner().isAssignableTo(Database.class)))
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.latchkey.storage"));
  }
}
