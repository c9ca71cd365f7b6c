package dev.latchkey.browser.firefox;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The installed Firefox, controlled by WebDriver BiDi. It has one tab, and answers one command at a
 * time.
 */
final class Firefox implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/firefox-esr");
  private static final Pattern LISTENS = Pattern.compile("BiDi listening on (ws://\\S+)");
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final String tab;
  private int commands;

  /** {@code profile}: an empty directory. */
  Firefox(Path profile) throws IOException {
    process =
        new ProcessBuilder(
                PROGRAM.toString(),
                "--headless",
                "--no-remote",
                "--profile",
                Files.createDirectories(profile).toString(),
                "--remote-debugging-port",
                "0")
            .redirectErrorStream(true)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String address = address(output);
    Thread.ofVirtual().start(() -> output.lines().forEach(line -> {}));
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address + "/session"), new Answers())
            .join();
    send("session.new", Map.of("capabilities", Map.of()));
    tab =
        send("browsingContext.getTree", Map.of())
            .path("contexts")
            .path(0)
            .path("context")
            .asString();
  }

  private static String address(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher found = LISTENS.matcher(line);
      if (found.find()) {
        return found.group(1);
      }
    }
    throw new AssertionError("Firefox does not start");
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder parts = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      parts.append(part);
      if (isLast) {
        JsonNode message = JSON.readTree(parts.toString());
        parts.setLength(0);
        if (message.path("id").isNumber()) {
          answers.add(message);
        }
      }
      from.request(1);
      return null;
    }
  }

  private JsonNode send(String method, Map<String, Object> parameters) {
    commands++;
    Map<String, Object> command = Map.of("id", commands, "method", method, "params", parameters);
    socket.sendText(JSON.writeValueAsString(command), true).join();
    try {
      JsonNode answer = answers.poll(60, TimeUnit.SECONDS);
      if (answer == null || !answer.path("type").asString("").equals("success")) {
        throw new AssertionError(method + ": " + answer);
      }
      return answer.path("result");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  void cookie(String name, String value) {
    Map<String, Object> cookie =
        Map.of(
            "name",
            name,
            "value",
            Map.of("type", "string", "value", value),
            "domain",
            "localhost",
            "path",
            "/");
    send("storage.setCookie", Map.of("cookie", cookie));
  }

  void open(String address) {
    send("browsingContext.navigate", Map.of("context", tab, "url", address, "wait", "complete"));
  }

  /** The value of an expression in the page, or what its promise is kept with. */
  JsonNode evaluate(String expression) {
    JsonNode evaluated =
        send(
            "script.evaluate",
            Map.of(
                "expression",
                "(async () => JSON.stringify(await (" + expression + ") ?? null))()",
                "target",
                Map.of("context", tab),
                "awaitPromise",
                true));
    if (!evaluated.path("type").asString("").equals("success")) {
      throw new AssertionError(evaluated.toString());
    }
    return JSON.readTree(evaluated.path("result").path("value").asString());
  }

  /** Runs a whole script in the page. */
  void run(String script) {
    send(
        "script.evaluate",
        Map.of("expression", script, "target", Map.of("context", tab), "awaitPromise", false));
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
