package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.contract.token.ChildTokensTest;
import dev.latchkey.harness.App;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CodeChallenge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the commands of the pages for developers that follow a line {@code <!-- GuideTest: name
 * -->}. Each answer must be the one on the page, where {@code …} stands for any characters. A
 * member of an answer is the value of the word of its name in capital letters in later commands.
 */
class GuideTest {
  private static final String COMMAND = "$ ";
  private static final String ACT = "# ";
  private static final Pattern MEMBER = Pattern.compile("\"([a-z_]+)\":\"([^\"]*)\"");

  /** A block of commands, with its name. */
  private static final Pattern MARKED =
      Pattern.compile("(?ms)^<!-- GuideTest: ([a-z]+) -->\n```console\n(.*?)^```$");

  private static final List<String> PAGES =
      List.of("docs/develop/guide.md", "docs/develop/agents-and-devices.md");

  private static final String VERIFIER = "a-verifier-of-forty-three-characters-at-least";
  private static final String TOOLS =
      "resources: [{path: /issues/tools, name: Tools for issues}]\n";

  private final Map<String, String> words = new HashMap<>();

  /** The addresses of the guide, and those at which the test runs. */
  private final Map<String, String> addresses = new HashMap<>();

  /** A file with the certificate that curl trusts. */
  private String authority = "";

  @Test
  void from_a_code_to_the_revocation_of_its_tokens_in_a_demo() throws Exception {
    Path data = Latchkey.temporaryDirectory();
    Path memo = data.resolve("demo.json");
    try (Program demo = Program.start("demo", "--data", data.toString(), "--port", "0")) {
      Poll.until(() -> Files.exists(memo) || !demo.isRunning(), "demo.json");
      JsonNode contents = new JsonMapper().readTree(Files.readString(memo));
      JsonNode app = contents.path("credentials").path(0);
      words.put("CLIENT_ID", app.path("client_id").asString());
      words.put("CLIENT_SECRET", app.path("client_secret").asString());
      words.put("ORGANIZATION_TOKEN", contents.path("organization_token").asString());
      words.put("VERIFIER", VERIFIER);
      String url = contents.path("base_url").asString();
      words.put("CODE", codeOfMei(url, contents));

      play(url, "flow", () -> {});
    }
  }

  /** Mei chooses Apollo, the first of her two teams. */
  private String codeOfMei(String url, JsonNode contents) {
    JsonNode mei =
        contents
            .path("users")
            .valueStream()
            .filter(user -> user.path("email").asString().equals("mei@example.com"))
            .findFirst()
            .orElseThrow();
    var browser = new Browser(url);
    browser.submit(
        browser.get("/sign-in"),
        "email",
        mei.path("email").asString(),
        "password",
        mei.path("password").asString());
    Answer consent =
        browser.authorize(
            request(word("CLIENT_ID"), "scope", "read:directory:users,read:project:info"));
    return browser
        .approve(consent, "team_id", mei.path("team_ids").path(0).asString())
        .sent()
        .get("code");
  }

  @Test
  void child_tokens_of_an_agent_and_its_job() throws Exception {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE, ChildTokensTest::withChildTokens)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      words.put("YOUR_TOKEN", app.tokens(browser).access());
      words.put("CLIENT_ID", app.id());
      words.put("CLIENT_SECRET", app.secret());

      play(latchkey.url(), "child", () -> {});
    }
  }

  @Test
  void a_device_without_a_browser() throws Exception {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE, settings -> settings.with(rules))) {
      App app =
          latchkey.app(
              latchkey.person(), "https://app.example/callback", Credential.Option.DEVICE_FLOW);
      Browser browser = latchkey.browser().signIn(latchkey.person());
      words.put("CLIENT_ID", app.id());

      play(
          latchkey.url(),
          "device",
          () ->
              browser.approve(
                  browser.submit(browser.get("/device"), "user_code", word("USER_CODE"))));
    }
  }

  @Test
  void a_secret_that_has_leaked() throws Exception {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      words.put("ACCESS_TOKEN", app.tokens(browser).access());

      play(latchkey.url(), "leaked", () -> {});
    }
  }

  @Test
  void from_a_bare_401_to_a_call_of_an_mcp_server() throws Exception {
    try (Upstream tools =
            Upstream.that(call -> {
              call.body();
              call.answerOk(
                  """
                  {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"list_issues","inputSchema":{"type":"object"}}]}}\
                  """);
            });
        Latchkey latchkey =
            Latchkey.start(
                Store.SQLITE, settings -> Issues.behind(settings, tools.address(), TOOLS))) {
      Person person = latchkey.person();
      App app =
          latchkey.app(
              person, List.of("https://app.example/callback"), "read:issue:info,write:issue:info");
      Browser browser = latchkey.browser().signIn(person);
      words.put("CLIENT_ID", app.id());
      words.put("CLIENT_SECRET", app.secret());

      play(
          latchkey.url(),
          "resource",
          () -> words.put("CODE", app.code(browser, "resource", word("RESOURCE"))));
    }
  }

  @Test
  void apps_without_a_credential() throws Exception {
    try (AppSite site = new AppSite();
        Latchkey latchkey = Latchkey.start(Store.SQLITE, allowed(site))) {
      Person administrator = latchkey.administrator();
      latchkey
          .stores()
          .credentials()
          .clientPolicies()
          .change(
              latchkey.organization().id(),
              new ClientPolicy(
                  ClientPolicy.Rule.ALLOW, List.of(), Scopes.parse("read:issue:info"), 30, 0),
              administrator.user().id(),
              latchkey.now());
      Browser browser = latchkey.browser().signIn(latchkey.person());
      addresses.put("https://agent.example", site.address(""));
      authority = site.certificate().files().certificate().toString();
      site.publish("/oauth/client.json", 200, "application/json", here(firstAnswer("document")));
      words.put("VERIFIER", VERIFIER);

      play(latchkey.url(), "document", () -> words.put("CODE", code(browser, word("CLIENT_ID"))));
      play(latchkey.url(), "registration", () -> {});

      assertThat(code(browser, word("CLIENT_ID"))).startsWith("lk_ac_");
    }
  }

  private static UnaryOperator<Settings> allowed(AppSite site) {
    var rules =
        new PublicClientRules(
            true, true, Set.of("localhost"), Optional.of(site.certificate().files().certificate()));
    return settings -> settings.with(rules);
  }

  private static String code(Browser browser, String client) {
    return browser.approve(browser.authorize(request(client))).sent().get("code");
  }

  /** The query of an authorization request with {@link #VERIFIER}. */
  private static String request(String client, String... more) {
    Map<String, String> usual =
        Map.of(
            "client_id",
            client,
            "response_type",
            "code",
            "code_challenge",
            CodeChallenge.ofVerifier(VERIFIER).orElseThrow().text(),
            "code_challenge_method",
            "S256");
    return Http.encoded(Http.fields(usual, more));
  }

  private void play(String url, String name, Runnable act) throws Exception {
    addresses.put("http://localhost:8080", url);
    for (List<String> step : steps(name)) {
      if (step.getFirst().startsWith(ACT)) {
        act.run();
      } else {
        run(step);
      }
    }
  }

  /** Each step begins with its command, or with what a person does. */
  private static List<List<String>> steps(String name) throws IOException {
    var steps = new ArrayList<List<String>>();
    for (String line : blocks(name)) {
      if (line.startsWith(COMMAND) || line.startsWith(ACT)) {
        steps.add(new ArrayList<>());
      }
      steps.getLast().add(line);
    }
    return steps;
  }

  private void run(List<String> step) throws Exception {
    int end = endOfCommand(step);
    String command = String.join("\n", step.subList(0, end)).substring(COMMAND.length());
    List<String> expected = step.subList(end, step.size());

    String answer = output(here(filled(command)));

    if (command.startsWith("curl -i ")) {
      assertThat(answer.lines())
          .as(command)
          .containsAll(expected.stream().map(this::here).toList());
      return;
    }
    assertThat(answer).as(command).matches(pattern(here(joined(expected))));
    Matcher member = MEMBER.matcher(answer);
    while (member.find()) {
      words.put(member.group(1).toUpperCase(Locale.ROOT), member.group(2));
    }
  }

  private static int endOfCommand(List<String> step) {
    int end = 1;
    while (step.get(end - 1).endsWith("\\")) {
      end++;
    }
    return end;
  }

  private static String joined(List<String> lines) {
    return lines.stream().map(String::strip).collect(Collectors.joining());
  }

  private static String pattern(String expected) {
    return Stream.of(expected.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
  }

  /** The answer that the guide shows for the first command of a block. */
  private static String firstAnswer(String name) throws IOException {
    List<String> step = steps(name).getFirst();
    return joined(step.subList(endOfCommand(step), step.size()));
  }

  private String here(String text) {
    String here = text;
    for (Map.Entry<String, String> address : addresses.entrySet()) {
      here = here.replace(address.getKey(), address.getValue());
    }
    return here;
  }

  private String word(String name) {
    String value = words.get(name);
    if (value == null) {
      throw new AssertionError("no answer had " + name);
    }
    return value;
  }

  private String filled(String command) {
    String filled = command;
    for (Map.Entry<String, String> word : words.entrySet()) {
      filled =
          filled.replaceAll(
              "\\b" + word.getKey() + "\\b", Matcher.quoteReplacement(word.getValue()));
    }
    return filled;
  }

  private String output(String command) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder("bash", "-c", command.replaceFirst("^curl", "curl -s"))
            .redirectErrorStream(true);
    if (!authority.isEmpty()) {
      builder.environment().put("CURL_CA_BUNDLE", authority);
    }
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.strip();
  }

  /** The lines of all blocks of this name, in the order of the pages. */
  private static List<String> blocks(String name) throws IOException {
    var lines = new ArrayList<String>();
    for (String page : PAGES) {
      MARKED
          .matcher(Files.readString(Checkout.file(page)))
          .results()
          .filter(block -> block.group(1).equals(name))
          .forEach(block -> block.group(2).lines().forEach(lines::add));
    }
    assertThat(lines).as(name).isNotEmpty();
    return lines;
  }
}
