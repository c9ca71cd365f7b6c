package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.harness.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The programs in examples/clients, each with the published library that it shows: authorize,
 * exchange, call, refresh, introspect, revoke, and a refresh that is refused. A library that cannot
 * be installed is skipped.
 */
@SuppressWarnings("NullAway.Init")
class ClientLibrariesTest {
  private static Latchkey latchkey;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @ParameterizedTest
  @CsvSource({
    "oauth4webapi.mjs, NPM, oauth4webapi@3.8.8",
    "requests-oauthlib.py, PYPI, requests-oauthlib==2.0.0",
    "Nimbus.java, MAVEN, com.nimbusds:oauth2-oidc-sdk:11.39",
    "curl.sh, SHELL, curl"
  })
  void a_library_works_at_its_defaults(String program, Registry registry, String library)
      throws Exception {
    run(program, registry, library);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "openid-client.mjs, NPM, openid-client@6.9.0",
    "simple-oauth2.mjs, NPM, simple-oauth2@5.1.0",
    "authlib-client.py, PYPI, authlib==1.8.0 requests==2.34.2",
    "x-oauth2.go, GO, golang.org/x/oauth2"
  })
  void another_library_works_at_its_defaults(String program, Registry registry, String library)
      throws Exception {
    run(program, registry, library);
  }

  @Test
  void the_document_shows_lines_of_these_programs_or_says_that_they_are_not_tested()
      throws IOException {
    var programs = new ArrayList<String>();
    try (var files = Files.walk(Checkout.file("examples/clients"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().contains("/target/")) {
          programs.add(withoutIndentation(Files.readString(file)));
        }
      }
    }

    for (String section :
        Files.readString(Checkout.file("docs/develop/clients.md")).split("(?m)^## ")) {
      Matcher block = Pattern.compile("(?ms)^```(?!console)\\w+\n(.*?)^```$").matcher(section);
      while (block.find() && !section.contains("Not tested")) {
        String lines = withoutIndentation(block.group(1));
        assertThat(programs).as(lines).anyMatch(program -> program.contains(lines));
      }
    }
  }

  private static String withoutIndentation(String text) {
    return text.replaceAll("(?m)^[ \\t]+", "");
  }

  private static void run(String program, Registry registry, String library) throws Exception {
    Path directory = registry.install(library);
    Person person = latchkey.administrator();
    App app =
        latchkey.app(
            person,
            List.of("https://app.example/callback"),
            "read:directory:organization,read:directory:users");
    Process process = start(program, registry, directory, app);
    Browser browser = latchkey.browser().signIn(person);

    String output;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        var in = process.outputWriter(StandardCharsets.UTF_8)) {
      String address = out.readLine();
      assertThat(address).startsWith("Open " + latchkey.url() + "/oauth2/authorize?");
      String query = address.substring(address.indexOf('?') + 1);
      in.write(browser.approve(browser.authorize(query)).location() + "\n");
      in.flush();
      output = String.join("\n", out.lines().toList());
    }

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.toLowerCase(Locale.ROOT).lines())
        .containsExactly(
            "called " + person.email(),
            "refreshed 86400",
            "active true",
            "active false",
            "error invalid_grant");
  }

  private static Process start(String program, Registry registry, Path directory, App app)
      throws IOException {
    Path copy = directory.resolve(program);
    Files.copy(
        Checkout.file("examples/clients/" + program), copy, StandardCopyOption.REPLACE_EXISTING);
    var command = new ArrayList<>(registry.interpreter(directory));
    command.add(copy.toString());
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    var environment = builder.environment();
    environment.put("LATCHKEY_URL", latchkey.url());
    environment.put("LATCHKEY_CLIENT_ID", app.id());
    environment.put("LATCHKEY_CLIENT_SECRET", app.secret());
    environment.put("LATCHKEY_REDIRECT_URI", app.redirectUri());
    environment.put("OAUTHLIB_INSECURE_TRANSPORT", "1");
    return builder.start();
  }
}
