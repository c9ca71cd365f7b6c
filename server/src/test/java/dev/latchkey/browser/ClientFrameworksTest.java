package dev.latchkey.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.harness.store.Store;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.Installed;
import dev.latchkey.model.credential.Credential;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The apps in examples/clients that a web framework makes, each with the published framework. A
 * person signs in to the app with Latchkey. The page of the app then says what came of a call, a
 * refresh, an introspection, a revocation, another introspection, and a refresh that is refused.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init")
@OneBrowser
class ClientFrameworksTest {
  private static final String SCOPE = "read:directory:organization,read:directory:users";

  private static Latchkey latchkey;
  private static Chromium chromium;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
    chromium = new Chromium();
  }

  @AfterAll
  static void stop() {
    chromium.close();
    latchkey.close();
  }

  @ParameterizedTest
  @CsvSource({
    "passport.mjs, /callback, express@5.3.0 express-session@1.19.0 passport@0.7.0 passport-oauth2@1.8.0 passport-oauth2-refresh@2.2.0",
    "auth-js.mjs, /auth/callback/latchkey, express@5.3.0 @auth/express@0.12.3"
  })
  void a_framework_for_node_signs_people_in(String program, String callback, String libraries)
      throws IOException {
    Path directory = Registry.NPM.install(libraries);
    Path copy = directory.resolve(program);
    Files.copy(
        Checkout.file("examples/clients/" + program), copy, StandardCopyOption.REPLACE_EXISTING);
    var command = new ArrayList<>(Registry.NPM.interpreter(directory));
    command.add(copy.toString());

    assertEveryStepWorks(command, callback, Map.of());
  }

  @Test
  void spring_security_is_a_client_and_a_resource_server() throws IOException {
    Path directory = Path.of("target", "clients", "spring");
    String output =
        Installed.output(
            "mvn",
            "maven",
            "-q",
            "-B",
            "-f",
            Checkout.file("examples/clients/spring/pom.xml").toString(),
            "-Dtarget=" + directory.toAbsolutePath(),
            "package");
    Path program = directory.resolve("spring.jar");
    assertThat(program).as(output).exists();
    App resourceServer =
        latchkey.app(
            latchkey.administrator(),
            "https://api.example/callback",
            Credential.Option.RESOURCE_SERVER);

    assertEveryStepWorks(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            program.toString()),
        "/login/oauth2/code/latchkey",
        Map.of(
            "LATCHKEY_RESOURCE_ID",
            resourceServer.id(),
            "LATCHKEY_RESOURCE_SECRET",
            resourceServer.secret()));
  }

  private static void assertEveryStepWorks(
      List<String> command, String callback, Map<String, String> more) {
    Person person = latchkey.administrator();
    int port = FreePort.pick();
    App app = latchkey.app(person, List.of("http://127.0.0.1:" + port + callback), SCOPE);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(more);
    builder.environment().put("PORT", String.valueOf(port));
    builder.environment().put("LATCHKEY_URL", latchkey.url());
    builder.environment().put("LATCHKEY_CLIENT_ID", app.id());
    builder.environment().put("LATCHKEY_CLIENT_SECRET", app.secret());
    builder.environment().put("LATCHKEY_REDIRECT_URI", app.redirectUri());
    ChildProcess program = ChildProcess.start(builder);
    try {
      Page page = chromium.page();
      page.navigate(program.awaitLine(program.process().getInputStream(), "Open "));
      if (page.url().endsWith("/auth/signin")) {
        Chromium.press(page, "Sign in with Latchkey");
      }
      page.fill("input[name=email]", person.email());
      page.fill("input[name=password]", person.password());
      page.click("main button[type=submit]");
      Chromium.press(page, "Allow");
      page.waitForURL("http://127.0.0.1:" + port + "/**");

      assertThat(page.innerText("body").lines())
          .containsExactly(
              "called " + person.email(),
              "refreshed 86400",
              "active true",
              "active false",
              "error invalid_grant");
      page.context().close();
    } finally {
      program.close();
    }
  }
}
