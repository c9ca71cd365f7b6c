package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Store;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs the commands of docs/guide.md that follow a line {@code <!-- GuideTest: name -->}. Each
 * answer must be the one in the guide, where {@code …} stands for any characters. A member of an
 * answer is the value of the word of its name in capital letters in later commands.
 */
class GuideTest {
    private static final String COMMAND = "$ ";
    private static final String ACT = "# ";
    private static final Pattern MEMBER = Pattern.compile("\"([a-z_]+)\":\"([^\"]*)\"");

    private final Map<String, String> words = new HashMap<>();

    @Test
    void a_device_without_a_browser() throws Exception {
        Rules usual = Rules.DEFAULT;
        var rules =
                new Rules(
                        usual.spentCode(),
                        usual.rotatedToken(),
                        usual.secondFactorForOrganizationCredentials(),
                        Rules.DeviceFlow.TYPED);
        try (Latchkey latchkey =
                Latchkey.start(Store.SQLITE, settings -> settings.with(to -> to.rules = rules))) {
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

    private void play(Latchkey latchkey, String name, Runnable act) throws Exception {
        List<String> lines = block(name);
        for (int at = 0; at < lines.size(); ) {
            int next = at + 1;
            while (next < lines.size() && !starts(lines.get(next))) {
                next++;
            }
            if (lines.get(at).startsWith(ACT)) {
                act.run();
            } else {
                List<String> said = lines.subList(at, next);
                run(latchkey, said);
            }
            at = next;
        }
    }

    private static boolean starts(String line) {
        return line.startsWith(COMMAND) || line.startsWith(ACT);
    }

    private void run(Latchkey latchkey, List<String> lines) throws Exception {
        int end = 0;
        while (lines.get(end).endsWith("\\")) {
            end++;
        }
        String command = String.join("\n", lines.subList(0, end + 1)).substring(COMMAND.length());
        String answer = output(filled(command).replace("http://localhost:8080", latchkey.url()));
        String expected =
                lines.subList(end + 1, lines.size()).stream()
                        .map(String::strip)
                        .collect(Collectors.joining());
        assertThat(answer.replace(latchkey.url(), "http://localhost:8080"))
                .as(command)
                .matches(
                        Stream.of(expected.split("…", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")));
        Matcher member = MEMBER.matcher(answer);
        while (member.find()) {
            words.put(member.group(1).toUpperCase(Locale.ROOT), member.group(2));
        }
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

    private static String output(String command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", command.replaceFirst("^curl", "curl -s"))
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    private static List<String> block(String name) throws IOException {
        String guide = Files.readString(Checkout.file("docs/guide.md"));
        String mark = "<!-- GuideTest: " + name + " -->\n```\n";
        int from = guide.indexOf(mark) + mark.length();
        assertThat(guide).contains(mark);
        return guide.substring(from, guide.indexOf("\n```", from)).lines().toList();
    }
}
