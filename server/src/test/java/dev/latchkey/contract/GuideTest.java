package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Http;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Upstream;
import dev.latchkey.model.ClientPolicy;
import dev.latchkey.model.CodeChallenge;
import dev.latchkey.model.Credential;
import dev.latchkey.model.PublicClientRules;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Scopes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

/**
 * Runs the commands of docs/develop/guide.md that follow a line {@code <!-- GuideTest: name -->}.
 * Each answer must be the one in the guide, where {@code …} stands for any characters. A member of
 * an answer is the value of the word of its name in capital letters in later commands.
 */
class GuideTest {
    private static final String COMMAND = "$ ";
    private static final String ACT = "# ";
    private static final Pattern MEMBER = Pattern.compile("\"([a-z_]+)\":\"([^\"]*)\"");

    private static final String VERIFIER = "a-verifier-of-forty-three-characters-at-least";
    private static final String TOOLS =
            "resources: [{path: /issues/tools, name: Tools for issues}]\n";

    private final Map<String, String> words = new HashMap<>();

    /** The addresses of the guide, and those at which the test runs. */
    private final Map<String, String> addresses = new HashMap<>();

    /** A file with the certificate that curl trusts. */
    private String authority = "";

    @Test
    void a_device_without_a_browser() throws Exception {
        Rules usual = Rules.DEFAULT;
        var rules =
                new Rules(
                        usual.spentCode(),
                        usual.rotatedToken(),
                        usual.secondFactorForOrganizationCredentials(),
                        Rules.DeviceFlow.TYPED);
        try (Latchkey latchkey = Latchkey.start(Store.SQLITE, settings -> settings.with(rules))) {
            App app =
                    latchkey.app(
                            latchkey.person(),
                            "https://app.example/callback",
                            Credential.Option.DEVICE_FLOW);
            Browser browser = latchkey.browser().signIn(latchkey.person());
            words.put("CLIENT_ID", app.id());

            play(
                    latchkey,
                    "device",
                    () ->
                            browser.approve(
                                    browser.submit(
                                            browser.get("/device"),
                                            "user_code",
                                            word("USER_CODE"))));
        }
    }

    @Test
    void a_secret_that_has_leaked() throws Exception {
        try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
            App app = latchkey.app();
            Browser browser = latchkey.browser().signIn(latchkey.person());
            words.put("ACCESS_TOKEN", app.tokens(browser).access());

            play(latchkey, "leaked", () -> {});
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
                                Store.SQLITE,
                                settings -> Issues.behind(settings, tools.address(), TOOLS))) {
            Person person = latchkey.person();
            App app =
                    latchkey.app(
                            person,
                            List.of("https://app.example/callback"),
                            "read:issue:info,write:issue:info");
            Browser browser = latchkey.browser().signIn(person);
            words.put("CLIENT_ID", app.id());
            words.put("CLIENT_SECRET", app.secret());

            play(
                    latchkey,
                    "resource",
                    () -> words.put("CODE", app.code(browser, "resource", word("RESOURCE"))));
        }
    }

    @Test
    void apps_without_a_credential() throws Exception {
        try (AppSite site = new AppSite();
                Latchkey latchkey = Latchkey.start(Store.SQLITE, allowed(site))) {
            Person administrator = latchkey.administrator();
            latchkey.stores()
                    .credentials()
                    .publicClients()
                    .setPolicy(
                            latchkey.organization().id(),
                            new ClientPolicy(
                                    ClientPolicy.Rule.ALLOW,
                                    List.of(),
                                    Scopes.parse("read:issue:info"),
                                    30,
                                    0),
                            administrator.user().id(),
                            latchkey.now());
            Browser browser = latchkey.browser().signIn(latchkey.person());
            addresses.put("https://agent.example", site.address(""));
            authority = site.certificate().files().certificate().toString();
            site.publish(
                    "/oauth/client.json", 200, "application/json", here(firstAnswer("document")));
            words.put("VERIFIER", VERIFIER);

            play(latchkey, "document", () -> words.put("CODE", code(browser, word("CLIENT_ID"))));
            play(latchkey, "registration", () -> {});

            assertThat(code(browser, word("CLIENT_ID"))).startsWith("lk_ac_");
        }
    }

    private static UnaryOperator<Settings> allowed(AppSite site) {
        var rules =
                new PublicClientRules(
                        true,
                        true,
                        Set.of("localhost"),
                        Optional.of(site.certificate().files().certificate()));
        return settings -> settings.with(rules);
    }

    private static String code(Browser browser, String client) {
        Map<String, String> request =
                Map.of(
                        "client_id",
                        client,
                        "response_type",
                        "code",
                        "code_challenge",
                        CodeChallenge.ofVerifier(VERIFIER).orElseThrow().text(),
                        "code_challenge_method",
                        "S256");
        return browser.approve(browser.authorize(Http.encoded(request))).sent().get("code");
    }

    private void play(Latchkey latchkey, String name, Runnable act) throws Exception {
        addresses.put("http://localhost:8080", latchkey.url());
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
        for (String line : block(name)) {
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
        return Stream.of(expected.split("…", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
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
                            "\\b" + word.getKey() + "\\b",
                            Matcher.quoteReplacement(word.getValue()));
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

    private static List<String> block(String name) throws IOException {
        String guide = Files.readString(Checkout.file("docs/develop/guide.md"));
        String mark = "<!-- GuideTest: " + name + " -->\n```console\n";
        int from = guide.indexOf(mark) + mark.length();
        assertThat(guide).contains(mark);
        return guide.substring(from, guide.indexOf("\n```", from)).lines().toList();
    }
}
