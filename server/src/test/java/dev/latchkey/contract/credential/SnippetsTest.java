package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.console.program.Snippet;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The programs that pages show are taken from the page and run as they are. A program whose
 * language is not installed here is skipped.
 */
class SnippetsTest {
  private static final String SCOPE = "read:directory:users";
  private static final Pattern OPEN = Pattern.compile("Open (\\S+)");

  /** Every character that a redirect URI may have and that a shell or YAML reads specially. */
  private static final String HOSTILE = "https://app.example/cb;id?a='$(touch%20here)'&b=!*,c:/~-";

  private static final Latchkey latchkey = Latchkey.start(Store.SQLITE);

  @TempDir private Path directory;
  private final Person person = latchkey.administrator();

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SPRING", "GO"})
  void a_program_for_a_personal_credential_authorizes_calls_and_refreshes(Snippet.Kind kind)
      throws Exception {
    assertPersonalWorks(kind);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SPRING", "GO"})
  void a_program_for_an_organization_credential_calls(Snippet.Kind kind) throws Exception {
    assertOrganizationalWorks(kind);
  }

  /** Go compiles the program and its own library first, which takes too long for every build. */
  @Tag("long")
  @Test
  void the_programs_in_go_work_too() throws Exception {
    assertPersonalWorks(Snippet.Kind.GO);
    assertOrganizationalWorks(Snippet.Kind.GO);
  }

  @Test
  void a_program_refuses_an_answer_with_another_state() throws Exception {
    App app = latchkey.app(person, List.of("https://app.example/callback"), SCOPE);
    Browser browser = latchkey.browser().signIn(person);
    Process program =
        start(
            command(Snippet.Kind.CURL),
            file(Snippet.Kind.CURL, browser.get("/account/credentials/" + app.id())),
            Map.of("LATCHKEY_CLIENT_SECRET", app.secret()));

    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8);
        var in = program.outputWriter(StandardCharsets.UTF_8)) {
      queryAfter(out);
      in.write("https://app.example/callback?code=lk_ac_x&state=another\n");
      in.flush();
      assertThat(String.join("\n", out.lines().toList())).contains("not the answer");
    }
    assertThat(program.waitFor()).isEqualTo(1);
  }

  @Test
  void the_configuration_of_spring_names_the_addresses_of_the_metadata() {
    App app = latchkey.app(person, List.of(HOSTILE), SCOPE);
    Browser browser = latchkey.browser().signIn(person);

    String yaml = text(Snippet.Kind.SPRING, browser.get("/account/credentials/" + app.id()));

    Object client = at(load(yaml), "spring", "security", "oauth2", "client");
    Object registration = at(client, "registration", "latchkey");
    Object provider = at(client, "provider", "latchkey");
    Answer metadata = Http.here().get(latchkey.url() + "/.well-known/oauth-authorization-server");
    assertThat(at(registration, "client-id")).isEqualTo(app.id());
    assertThat(at(registration, "redirect-uri")).isEqualTo(HOSTILE);
    assertThat(at(registration, "scope")).isEqualTo(SCOPE);
    assertThat(at(provider, "authorization-uri"))
        .isEqualTo(metadata.text("authorization_endpoint"));
    assertThat(at(provider, "token-uri")).isEqualTo(metadata.text("token_endpoint"));
    assertThat(at(provider, "user-info-uri")).isEqualTo(metadata.text("introspection_endpoint"));
  }

  @Test
  void a_downloaded_file_contains_the_settings_and_a_shell_reads_it() throws Exception {
    App app = latchkey.app(person, List.of(HOSTILE), SCOPE);
    Browser browser = latchkey.browser().signIn(person);

    Answer file =
        download(browser, "/account/credentials/" + app.id(), "client_secret", app.secret());

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"latchkey.env\"");
    assertThat(file.header("Cache-Control")).isEqualTo("no-store");
    Path stored = Files.writeString(directory.resolve("latchkey.env"), file.body());
    Process shell =
        start(
            List.of(
                "sh",
                "-c",
                ". ./latchkey.env; printf '%s\\n' \"$LATCHKEY_CLIENT_ID\" \"$LATCHKEY_CLIENT_SECRET\" \"$LATCHKEY_REDIRECT_URI\" \"$LATCHKEY_TOKEN_URL\""),
            stored,
            Map.of());
    assertThat(shell.inputReader().lines())
        .containsExactly(app.id(), app.secret(), HOSTILE, latchkey.url() + "/oauth2/token");
    assertThat(directory.resolve("here")).doesNotExist();
    assertThat(latchkey.log()).doesNotContain(app.secret());
  }

  @Test
  void a_downloaded_file_of_an_organization_credential_contains_its_token() {
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty());
    Browser browser = latchkey.browser().signIn(person);
    String page = "/organization/credentials/" + machine.credential().clientId().value();

    Answer file = download(browser, page, "access_token", machine.token());

    assertThat(file.body()).contains("LATCHKEY_TOKEN=" + machine.token() + "\n");
    assertThat(download(browser, page, "access_token", "").status()).isEqualTo(400);
  }

  @Test
  void a_form_cannot_write_anything_but_a_secret_into_a_file() {
    App app = latchkey.app(person);
    Browser browser = latchkey.browser().signIn(person);
    String page = "/account/credentials/" + app.id();

    for (String other : List.of("", "x", app.secret() + "\nA=b", app.id())) {
      assertThat(download(browser, page, "client_secret", other).status()).isEqualTo(400);
    }
    assertThat(browser.post(page + "/env", Map.of("client_secret", app.secret())).status())
        .isEqualTo(403);
    Browser other = latchkey.browser().signIn(latchkey.person());
    assertThat(download(other, page, "client_secret", app.secret()).status()).isEqualTo(404);
  }

  private void assertPersonalWorks(Snippet.Kind kind) throws Exception {
    List<String> command = command(kind);
    App app = latchkey.app(person, List.of("https://app.example/callback"), SCOPE);
    Browser browser = latchkey.browser().signIn(person);
    Process program =
        start(
            command,
            file(kind, browser.get("/account/credentials/" + app.id())),
            Map.of("LATCHKEY_CLIENT_SECRET", app.secret()));

    String output;
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8);
        var in = program.outputWriter(StandardCharsets.UTF_8)) {
      String query = queryAfter(out);
      in.write(browser.approve(browser.authorize(query)).location() + "\n");
      in.flush();
      output = String.join("\n", out.lines().toList());
    }

    assertThat(program.waitFor()).as(output).isZero();
    assertThat(output.lines().filter(line -> isAnswer(line, person.email()))).hasSize(2);
  }

  private void assertOrganizationalWorks(Snippet.Kind kind) throws Exception {
    List<String> command = command(kind);
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty(), Scopes.parse(SCOPE));
    Browser browser = latchkey.browser().signIn(person);
    String page = "/organization/credentials/" + machine.credential().clientId().value();

    Process program =
        start(command, file(kind, browser.get(page)), Map.of("LATCHKEY_TOKEN", machine.token()));

    String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).as(output).isZero();
    assertThat(output.lines().filter(line -> isAnswer(line, machine.credential().name())))
        .hasSize(1);
  }

  private static Answer download(Browser browser, String page, String name, String secret) {
    String token = Browser.hidden(browser.get("/account/profile")).getOrDefault("form_token", "");
    return browser.post(page + "/env", Map.of("form_token", token, name, secret));
  }

  /** A line with the answer 200 of the open interface about this subject. */
  private static boolean isAnswer(String line, String subject) {
    return line.contains(subject) && (line.startsWith("200 ") || line.endsWith(" 200"));
  }

  /** Waits for the authorization address that the program prints, and returns its query. */
  private String queryAfter(BufferedReader out) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher open = OPEN.matcher(line);
      if (open.find()) {
        assertThat(open.group(1)).startsWith(latchkey.url() + "/oauth2/authorize?");
        return open.group(1).substring(open.group(1).indexOf('?') + 1);
      }
    }
    throw new AssertionError("the program has printed no address");
  }

  static Process start(List<String> command, Path file, Map<String, String> variables)
      throws IOException {
    var limited = new ArrayList<>(List.of("timeout", "60"));
    limited.addAll(command);
    var builder =
        new ProcessBuilder(limited)
            .directory(file.toAbsolutePath().getParent().toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(variables);
    return builder.start();
  }

  private Path file(Snippet.Kind kind, Answer page) throws IOException {
    return Files.writeString(directory.resolve(kind.file()), text(kind, page));
  }

  private static String text(Snippet.Kind kind, Answer page) {
    Matcher code =
        Pattern.compile(
                "(?s)<code id=\"snippet-"
                    + kind.name().toLowerCase(Locale.ROOT)
                    + "-text\">(.*?)</code>")
            .matcher(page.body());
    if (!code.find()) {
      throw new AssertionError("no program for " + kind + ": " + page);
    }
    return code.group(1)
        .replaceAll("</?span[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  /** The command that the first line of the program names. */
  static List<String> command(Snippet.Kind kind) {
    return switch (kind) {
      case CURL -> {
        installed("curl");
        installed("openssl");
        yield List.of(installed("sh"), kind.file());
      }
      case NODE -> List.of(installed("node"), kind.file());
      case PYTHON -> List.of(installed("python3"), kind.file());
      case JAVA ->
          List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), kind.file());
      case GO -> List.of(installed("go"), "run", kind.file());
      case SPRING -> throw new AssertionError("a configuration is no program");
    };
  }

  private static String installed(String program) {
    Optional<Path> found =
        Stream.of(System.getenv("PATH").split(":"))
            .map(place -> Path.of(place, program))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), program + " is not installed, so this program is not run");
    return found.orElseThrow().toString();
  }

  private static Object load(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  private static Object at(Object tree, String... names) {
    Object found = tree;
    for (String name : names) {
      found = Optional.<Object>ofNullable(((Map<?, ?>) found).get(name)).orElseThrow();
    }
    return found;
  }
}
