package dev.latchkey.console.program;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A program that uses a credential. It contains the identifier of the credential and the address of
 * this server, and reads the secret from the environment, so it can be shown at any time and runs
 * as it is.
 */
public record Snippet(Kind kind, String text) {
  /** The programs. They are complete files in {@code resources/snippets}. */
  public enum Kind {
    CURL("curl", "latchkey.sh"),
    NODE("Node.js", "latchkey.mjs"),
    PYTHON("Python", "latchkey.py"),
    JAVA("Java", "Latchkey.java"),
    GO("Go", "main.go"),
    /** It signs people in, so it exists for personal credentials only. */
    SPRING("Spring", "application.yaml");

    private final String label;
    private final String file;

    Kind(String label, String file) {
      this.label = label;
      this.file = file;
    }

    public String label() {
      return label;
    }

    public String file() {
      return file;
    }
  }

  private static final Pattern PLACEHOLDER = Pattern.compile("%([A-Z_]+)%");
  private static final Map<Kind, String> PERSONAL = load("personal", EnumSet.allOf(Kind.class));
  private static final Map<Kind, String> ORGANIZATION =
      load("organization", EnumSet.complementOf(EnumSet.of(Kind.SPRING)));

  private static final Map<Kind, String> CALL =
      load("call", EnumSet.complementOf(EnumSet.of(Kind.SPRING)));
  private static final String FOR_BODY = "%IF_BODY%";

  /** An id in the page, without the address of the page. */
  public String id() {
    return "snippet-" + kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The programs for a credential. {@code firstCall} gives the path of a call that this scope
   * allows.
   */
  public static List<Snippet> of(
      Credential credential, String baseUrl, Function<Scopes, String> firstCall) {
    var values =
        Map.of(
            "BASE_URL", baseUrl,
            "CLIENT_ID", credential.clientId().value(),
            "CALL", firstCall.apply(credential.scope()),
            "SCOPES", String.join(",", credential.scope().names()),
            "REDIRECT_URI", quoted(redirectUri(credential)));
    Map<Kind, String> programs =
        switch (credential) {
          case Credential.Personal _ -> PERSONAL;
          case Credential.Organizational _ -> ORGANIZATION;
        };
    return programs.entrySet().stream()
        .map(program -> new Snippet(program.getKey(), filled(program.getValue(), values)))
        .toList();
  }

  /** The programs that make one call. {@code body}: JSON, if the call has one. */
  public static List<Snippet> ofCall(String method, String address, Optional<String> body) {
    String sent = body.map(Snippet::onOneLine).orElse("");
    var values =
        Map.of(
            "METHOD",
            method,
            "ADDRESS",
            address,
            "BODY_QUOTED",
            inShell(sent),
            "BODY_TEXT",
            inSource(sent));
    return CALL.entrySet().stream()
        .map(program ->
            new Snippet(
                program.getKey(), filled(withBody(program.getValue(), body.isPresent()), values)))
        .toList();
  }

  private static String onOneLine(String json) {
    return Json.parse(json)
        .map(tree -> new String(Json.bytes(tree), StandardCharsets.UTF_8))
        .orElse(json);
  }

  /** Lines for a body are marked at their end. */
  private static String withBody(String program, boolean hasBody) {
    return program
        .lines()
        .filter(line -> hasBody || !line.endsWith(FOR_BODY))
        .map(line -> line.replaceFirst("( *(//|#) )?" + FOR_BODY + "$", ""))
        .collect(Collectors.joining("\n"));
  }

  /** In single quotes a shell executes nothing. */
  private static String inShell(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** The inside of a string in double quotes: what JSON writes, all of these languages read. */
  private static String inSource(String text) {
    String quoted =
        new String(Json.bytes(JsonNodeFactory.instance.stringNode(text)), StandardCharsets.UTF_8);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static String redirectUri(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          personal.redirectUris().stream().findFirst().map(RedirectUri::text).orElse("");
      case Credential.Organizational _ -> "";
    };
  }

  /**
   * The value inside single quotes of YAML. It is the only value that another person than the
   * operator and the reader may have chosen, a former owner.
   */
  private static String quoted(String value) {
    return value.replace("'", "''");
  }

  private static String filled(String program, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(program)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }

  private static Map<Kind, String> load(String directory, Set<Kind> kinds) {
    var programs = new EnumMap<Kind, String>(Kind.class);
    for (Kind kind : kinds) {
      programs.put(kind, load("/snippets/" + directory + "/" + kind.file));
    }
    return Collections.unmodifiableMap(programs);
  }

  private static String load(String resource) {
    try (InputStream file = Snippet.class.getResourceAsStream(resource)) {
      if (file == null) {
        throw new IllegalStateException("missing " + resource);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
