package dev.latchkey.cli;

import dev.latchkey.app.config.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command that has run in this process, with what it has printed. */
public record Command(int exitCode, String out, String err) {
  /** Runs a command on the store of these settings. */
  public static Command on(Settings settings, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", settings.store().data().toString()));
    settings.store().database().ifPresent(url -> all.addAll(List.of("--database", url)));
    return run(all.toArray(String[]::new));
  }

  public static Command run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode = Cli.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Command(exitCode, out.toString(), err.toString());
  }

  /** The one JSON document that a command has printed that has succeeded. */
  JsonNode json() {
    if (exitCode != 0 || !err.isEmpty()) {
      throw new AssertionError("it failed: " + this);
    }
    return document();
  }

  /** The one JSON document on standard output. Messages on standard error are ignored. */
  public JsonNode document() {
    try {
      return new JsonMapper().readTree(out);
    } catch (JacksonException none) {
      throw new AssertionError("no document: " + this, none);
    }
  }

  public String text(String field) {
    return json().path(field).asString("");
  }
}
