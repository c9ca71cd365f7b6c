package dev.latchkey;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.latchkey.model.audit.Actor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What people, programs and operators do is an act: a class with a method {@code by(Actor, …)}.
 * Each act has a page, a call of the management API, a command, and a test of its own.
 */
class EveryActTest {
  /** Where an act cannot be reached yet. The list may only shrink. */
  private static final Map<String, String> MISSING =
      Map.ofEntries(
          // A page creates it with its first person; the others do so in two steps.
          entry("CreateOrganization", "page"),
          entry("FoundOrganization", "call, command"),
          // No call creates a credential (contract 2.1).
          entry("CreatePersonalCredential", "call"),
          entry("CreateOrganizationCredential", "call"),
          entry("ReissueToken", "call"),
          // The command token revoke ends a selection of tokens of every kind.
          entry("RevokeToken", "command"),
          entry("EndGrant", "command, page"),
          // Only an operator hands over a password that another person did not choose.
          entry("AddPerson", "call, page"),
          // Only the person answers, who has seen on the page what comes with the credential.
          entry("AcceptOffer", "call, command"),
          entry("DeclineOffer", "call, command"),
          // Who sets it owns the credentials of the apps that it lets in, so only a person does.
          entry("ChangeClientPolicy", "call, command"),
          // Of a person whose browser an app has sent here.
          entry("RequestPublicClient", "call, command"),
          // Of the own account, which is changed by who is at the browser.
          entry("RenameOneself", "call, command"),
          entry("EndOwnSessions", "call, command"),
          entry("ChangePassword", "call, command"),
          entry("AddAuthenticatorApp", "call, command"),
          entry("RemoveAuthenticatorApp", "call, command"),
          entry("RenewRecoveryCodes", "call, command"),
          entry("AddPasskey", "call, command"),
          entry("RemovePasskey", "call, command"),
          entry("UnlinkProvider", "call, command"),
          // Programs and operators name their filters in what they call.
          entry("SaveView", "call, command"),
          entry("RemoveView", "call, command"),
          entry("OpenWithView", "call, command"),
          // Calls and commands end the token from which it was obtained.
          entry("EndChildToken", "call, command"));

  private static final List<String> PAGES =
      List.of("dev.latchkey.console.", "dev.latchkey.login", "dev.latchkey.protocol.authorize");

  private static final Map<String, Predicate<JavaClass>> SURFACES =
      new TreeMap<>(
          Map.of(
              "page", EveryActTest::isPage,
              "call", EveryActTest::isCall,
              "command", type -> type.getPackageName().startsWith("dev.latchkey.cli")));

  @Test
  void each_act_has_a_page_a_call_and_a_command() {
    var missing = new TreeMap<String, String>();
    for (JavaClass act : acts()) {
      String surfaces =
          SURFACES.entrySet().stream()
              .filter(surface -> !isUsed(act, ArchitectureTest.PRODUCT, surface.getValue()))
              .map(Map.Entry::getKey)
              .collect(Collectors.joining(", "));
      if (!surfaces.isEmpty()) {
        missing.put(act.getSimpleName(), surfaces);
      }
    }
    assertThat(missing).isEqualTo(MISSING);
  }

  @Test
  void each_act_has_a_test_without_a_surface() {
    assertThat(acts())
        .isNotEmpty()
        .allSatisfy(act ->
            assertThat(isUsed(act, ArchitectureTest.TESTS, test -> isOfRoom(test, act)))
                .as(act.getSimpleName())
                .isTrue());
  }

  /** The test is in the package of the act or in one above it. */
  private static boolean isOfRoom(JavaClass test, JavaClass act) {
    return !test.getPackageName().equals("dev.latchkey")
        && act.getPackageName().startsWith(test.getPackageName());
  }

  private static List<JavaClass> acts() {
    return ArchitectureTest.PRODUCT.stream().filter(EveryActTest::isAct).toList();
  }

  private static boolean isAct(JavaClass type) {
    return type.getMethods().stream()
        .filter(method -> method.getName().equals("by") && !method.getRawParameterTypes().isEmpty())
        .anyMatch(method -> method.getRawParameterTypes().getFirst().isAssignableTo(Actor.class));
  }

  private static boolean isUsed(JavaClass act, JavaClasses by, Predicate<JavaClass> where) {
    return by.stream()
        .filter(where)
        .flatMap(type -> type.getMethodCallsFromSelf().stream())
        .anyMatch(call ->
            call.getTargetOwner().getName().equals(act.getName()) && call.getName().equals("by"));
  }

  private static boolean isPage(JavaClass type) {
    return PAGES.stream().anyMatch(type.getPackageName()::startsWith) && !isCall(type);
  }

  private static boolean isCall(JavaClass type) {
    return type.getSimpleName().endsWith("Api");
  }
}
