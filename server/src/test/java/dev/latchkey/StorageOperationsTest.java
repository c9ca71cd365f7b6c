package dev.latchkey;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.latchkey.harness.Checkout;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.storage.database.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The file docs/inside/reliability.md says for each writing operation what decides its outcome.
 * This test checks that the table is complete.
 */
class StorageOperationsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[A-Za-z.]+`(?:, )?)+) \\|");
  private static final Pattern NAME = Pattern.compile("`([A-Za-z]+\\.[A-Za-z]+)`");
  private static final JavaClasses STORAGE =
      ArchitectureTest.PRODUCT.that(resideInAnyPackage("dev.latchkey.storage.."));

  private static final Predicate<JavaClass> OF_DATABASES =
      resideInAnyPackage(
          Stream.of("cache", "copy", "database", "inspect", "postgres", "sqlite")
              .map("dev.latchkey.storage."::concat)
              .toArray(String[]::new));

  /**
   * Operations that do not check the session of the request. They add a line to the audit log, end
   * the session that asks, undo a counted attempt, or finish a revocation that was allowed.
   */
  private static final Set<String> WITHOUT_SESSION_CHECK =
      Set.of(
          "Passkeys.refuse",
          "Directory.mailed",
          "Directory.refused",
          "Sessions.end",
          "Sessions.giveBack",
          "Sessions.refused",
          "TokenRevocation.clearAtOnce",
          "TokenRevocation.endEach",
          "TokenRevocation.endSignInsOfEveryone");

  @Test
  void every_operation_that_writes_is_in_the_table_and_nothing_else_is() throws IOException {
    assertThat(documented()).isEqualTo(operations());
  }

  @Test
  void what_a_request_asks_for_is_bound_to_its_session() {
    var unbound = new TreeSet<String>();
    for (JavaMethod method : methods()) {
      boolean isOfRequest =
          method.getRawParameterTypes().stream()
              .anyMatch(type ->
                  type.isEquivalentTo(RequestMoment.class)
                      || type.isEquivalentTo(AuditEntry.class)
                      || type.isAssignableTo(Actor.class));
      boolean checksNoSession =
          calls(method, "Database", "write", "run")
              || calls(method, "RequestMoment", "withoutAuthority");
      if (isOfRequest && checksNoSession) {
        unbound.add(name(method));
      }
    }

    assertThat(unbound).isEqualTo(new TreeSet<>(WITHOUT_SESSION_CHECK));
  }

  private static Set<String> documented() throws IOException {
    String text = Files.readString(Checkout.file("docs/inside/reliability.md"));
    var names = new TreeSet<String>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      Matcher name = NAME.matcher(row.group(1));
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  private static Set<String> operations() {
    var names = new TreeSet<String>();
    for (JavaMethod method : methods()) {
      if (method.getModifiers().contains(JavaModifier.PUBLIC) && writes(method, new HashSet<>())) {
        names.add(name(method));
      }
    }
    return names;
  }

  private static Set<JavaMethod> methods() {
    var methods = new HashSet<JavaMethod>();
    for (JavaClass each : STORAGE) {
      if ((!OF_DATABASES.test(each) || each.isEquivalentTo(Schema.class))
          && each.getEnclosingClass().isEmpty()) {
        methods.addAll(each.getMethods());
      }
    }
    return methods;
  }

  /** Whether the method writes, either itself or through another method of its class. */
  private static boolean writes(JavaMethod method, Set<JavaMethod> seen) {
    if (!seen.add(method)) {
      return false;
    }
    return calls(method, "Database", "write", "run", "changeSchema")
        || calls(method, "RequestWrites", "write", "run")
        || method.getMethodCallsFromSelf().stream()
            .filter(call -> call.getTargetOwner().equals(method.getOwner()))
            .flatMap(call -> call.getTarget().resolveMember().stream())
            .anyMatch(called -> writes(called, seen));
  }

  private static boolean calls(JavaMethod method, String owner, String... names) {
    for (JavaMethodCall call : method.getMethodCallsFromSelf()) {
      if (call.getTargetOwner().getSimpleName().equals(owner)
          && Set.of(names).contains(call.getTarget().getName())) {
        return true;
      }
    }
    return false;
  }

  private static String name(JavaMethod method) {
    return method.getOwner().getSimpleName() + "." + method.getName();
  }
}
