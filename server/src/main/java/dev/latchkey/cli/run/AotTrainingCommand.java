package dev.latchkey.cli.run;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.model.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
    name = "train",
    hidden = true,
    description = {
      "The build runs this once: it starts the service on an empty store, sends requests, and stops it.",
      "The JVM saves what it has learned, so that later starts are faster."
    })
public final class AotTrainingCommand implements Callable<Integer> {
  /** Enough rounds for the JVM to distinguish frequent code from code that runs once. */
  private static final int ROUNDS = 50;

  @Override
  public Integer call() throws IOException {
    Path data = Files.createTempDirectory("latchkey-train");
    Settings settings = ConfigFile.defaults().in(data).onPort(0);
    try (var log = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        RunningServer listening = RunningServer.start(settings, log, (pages, guard) -> List.of())) {
      for (int i = 0; i < ROUNDS; i++) {
        sendRequests(listening);
      }
    } finally {
      remove(data);
    }
    return 0;
  }

  private static void sendRequests(RunningServer listening) throws IOException {
    String base = listening.baseUrl();
    get(base + "/.well-known/oauth-authorization-server", "");
    get(base + "/sign-in", "");
    get(base + "/setup?key=none", "");
    String token = Secret.ACCESS.mint(listening.installation().random()).reveal();
    get(base + "/oauth2/introspect", token);
    get(base + "/openapi/v2/directory/users/me", token);
    post(base + "/oauth2/token", "grant_type=refresh_token&client_id=none&refresh_token=none");
  }

  private static void get(String url, String token) throws IOException {
    HttpURLConnection call = open(url);
    if (!token.isEmpty()) {
      call.setRequestProperty("Authorization", "Bearer " + token);
    }
    finish(call);
  }

  private static void post(String url, String form) throws IOException {
    HttpURLConnection call = open(url);
    call.setDoOutput(true);
    try (OutputStream body = call.getOutputStream()) {
      body.write(form.getBytes(StandardCharsets.UTF_8));
    }
    finish(call);
  }

  private static HttpURLConnection open(String url) throws IOException {
    return (HttpURLConnection) URI.create(url).toURL().openConnection();
  }

  private static void finish(HttpURLConnection call) throws IOException {
    try (var answer =
        call.getResponseCode() < 400 ? call.getInputStream() : call.getErrorStream()) {
      answer.readAllBytes();
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
