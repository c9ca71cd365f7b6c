package dev.latchkey.fuzz.wire;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes requests for every route of the service. Their parts are mostly valid, because the code
 * behind an invalid part is reached only if the parts before it are valid. A random number decides
 * everything, so the same number makes the same request.
 */
final class RequestGrammar {
  private static final int SELDOM = 25;
  private static final int VERY_SELDOM = 500;
  private static final Pattern COSTLY =
      Pattern.compile(".*/(sign-out|sessions|disable|export\\..*)");
  private static final int ONE_BROKEN_OF = 10;
  private static final int MOST_CHANGES = 3;
  private static final int LONG = 20_000;
  private static final int TOO_LONG_BODY = 66_000;

  private final List<Route> routes;
  private final String host;

  RequestGrammar(List<Route> routes, String host) {
    this.routes = routes;
    this.host = host;
  }

  /**
   * Makes one request. One request in ten is broken: a reader of HTTP no longer finds exactly one
   * request in it.
   */
  Input request(Random random, KnownValues known) {
    String valid = valid(random, known);
    if (random.nextInt(ONE_BROKEN_OF) > 0) {
      return new Input(valid);
    }
    String broken = valid;
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      broken = changed(broken, random);
    }
    return new Input(broken);
  }

  private String valid(Random random, KnownValues known) {
    Route route = route(random);
    String method = mostly(random) ? route.method() : any(Vocabulary.METHODS, random);
    var head = new StringBuilder(method.equals("*") ? "GET" : method).append(' ');
    head.append(path(route, random, known)).append(query(random, known));
    head.append(" HTTP/1.1\r\nHost: ")
        .append(mostly(random) ? host : any(Vocabulary.BROKEN, random).strip());
    String role = any(Vocabulary.ROLES, random);
    head.append("\r\n").append(authorization(random, known)).append(cookie(role, random, known));
    for (int left = random.nextInt(4) - 1; left > 0; left--) {
      head.append(any(Vocabulary.HEADERS, random)).append("\r\n");
    }
    if (random.nextInt(30) == 0) {
      head.append(any(Vocabulary.OF_ONE_CONNECTION, random)).append("\r\n");
    }
    if (!method.equals("POST") && mostly(random)) {
      return head.append("\r\n").toString();
    }
    String type = mostly(random) ? type(route) : any(Vocabulary.TYPES, random);
    head.append("Content-Type: ").append(type).append("\r\n");
    String body = body(type, random, known);
    if (!type.contains("json") && mostly(random)) {
      body += "&form_token=" + encoded(known.get("for.form_token." + role));
    }
    return head + framed(body, random);
  }

  /**
   * Chooses a route. Half of the requests are for routes for programs. Three kinds of routes are
   * chosen seldom: hashing a password takes as long as hundreds of other requests, a download is as
   * long as the audit log, and the requests that follow cannot use a session that has ended.
   */
  private Route route(Random random) {
    boolean isForPrograms = random.nextBoolean();
    while (true) {
      Route route = any(routes, random);
      String path = route.pattern().toString();
      boolean hashes = route.method().equals("POST") && Judge.hashes(path);
      boolean isSeldom =
          (hashes && random.nextInt(SELDOM) > 0)
              || (COSTLY.matcher(path).matches() && random.nextInt(VERY_SELDOM) > 0);
      if (isForPrograms == (route.face() != Route.Audience.PAGE) && !isSeldom) {
        return route;
      }
    }
  }

  private static String type(Route route) {
    return route.bodies().equals(Set.of(Body.Kind.JSON))
            || (route.bodies().contains(Body.Kind.JSON)
                && route.pattern().toString().endsWith("/revoke"))
        ? "application/json"
        : "application/x-www-form-urlencoded";
  }

  private static String path(Route route, Random random, KnownValues known) {
    var path = new StringBuilder();
    for (String segment : route.pattern().segments()) {
      String sent = segment;
      if (segment.startsWith("{")) {
        sent = any(mostly(random) ? known.named("id") : Vocabulary.SEGMENTS, random);
      } else if (segment.equals("**")) {
        sent = any(mostly(random) ? Vocabulary.CALLS : Vocabulary.SEGMENTS, random);
      } else if (random.nextInt(40) == 0) {
        sent = any(Vocabulary.SEGMENTS, random);
      }
      path.append('/').append(visible(sent));
    }
    return path.isEmpty() ? "/" : path.toString();
  }

  private static String query(Random random, KnownValues known) {
    if (random.nextInt(3) > 0) {
      return "";
    }
    return "?" + visible(form(random, known)).replace("#", "");
  }

  private static String authorization(Random random, KnownValues known) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> "Authorization: Bearer " + any(known.named("token"), random) + "\r\n";
      case 2 -> "Authorization: Bearer " + nearly(any(known.all(), random), random) + "\r\n";
      case 3 -> "Authorization: " + any(known.named("basic"), random) + "\r\n";
      case 4 -> "Authorization: " + oneLine(any(Vocabulary.BROKEN, random)) + "\r\n";
      default -> "";
    };
  }

  /** Two requests in three have the cookie of the session whose form token they send. */
  private static String cookie(String role, Random random, KnownValues known) {
    String own = known.get("cookie." + role);
    return switch (random.nextInt(12)) {
      case 0 -> "Cookie: " + any(known.named("cookie"), random) + "\r\n";
      case 1 -> "Cookie: " + nearly(own, random) + "\r\n";
      case 2, 3 -> "";
      default -> "Cookie: " + own + "\r\n";
    };
  }

  private static String body(String type, Random random, KnownValues known) {
    if (random.nextInt(200) == 0) {
      return "a=" + "b".repeat(random.nextInt(TOO_LONG_BODY));
    }
    return type.contains("json") ? json(random, known) : form(random, known);
  }

  private static String form(Random random, KnownValues known) {
    var pairs = new ArrayList<String>();
    for (int left = random.nextInt(7); left > 0; left--) {
      String name = any(Vocabulary.FIELDS, random);
      String value = value(name, random, known);
      boolean isEncoded = random.nextInt(10) > 0;
      pairs.add(name + "=" + (isEncoded ? encoded(value) : value));
    }
    if (random.nextInt(20) == 0) {
      pairs.add(any(Vocabulary.BROKEN, random));
    }
    return String.join("&", pairs);
  }

  private static String json(Random random, KnownValues known) {
    var fields = new ArrayList<String>();
    for (String name : List.of("client_id", "client_secret", "access_token")) {
      if (random.nextInt(12) > 0) {
        String value = value(name, random, known);
        boolean isText = random.nextInt(12) > 0;
        fields.add(
            "\"" + name + "\":" + (isText ? "\"" + value.replace("\"", "\\\"") + "\"" : value));
      }
    }
    String object = "{" + String.join(",", fields) + "}";
    return switch (random.nextInt(20)) {
      case 0 -> "[".repeat(random.nextInt(40)) + object;
      case 1 -> object + object;
      case 2 -> any(Vocabulary.BROKEN, random);
      default -> object;
    };
  }

  /**
   * A value of the kind that the field expects, a value of another kind, a nearly correct value, or
   * nonsense.
   */
  private static String value(String name, Random random, KnownValues known) {
    List<String> fitting = known.named("for." + name);
    return switch (random.nextInt(10)) {
      case 0 -> any(Vocabulary.BROKEN, random);
      case 1 -> nearly(any(known.all(), random), random);
      case 2 -> any(known.all(), random);
      case 3, 4 -> any(Vocabulary.PLAIN, random);
      default -> fitting.isEmpty() ? any(Vocabulary.PLAIN, random) : any(fitting, random);
    };
  }

  private static String framed(String body, Random random) {
    if (random.nextInt(4) > 0) {
      return "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
    var chunks = new StringBuilder("Transfer-Encoding: chunked\r\n\r\n");
    int at = 0;
    while (at < body.length()) {
      int size = Math.min(body.length() - at, 1 + random.nextInt(1 + body.length() / 2));
      chunks.append(Integer.toHexString(size)).append("\r\n");
      chunks.append(body, at, at + size).append("\r\n");
      at += size;
    }
    return chunks.append("0\r\n\r\n").toString();
  }

  private static String changed(String text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), at + 1 + random.nextInt(16));
    return switch (random.nextInt(8)) {
      case 0 -> text.substring(0, at) + text.substring(to);
      case 1 -> text.substring(0, at) + any(Vocabulary.BREAKS, random) + text.substring(at);
      case 2 -> text.substring(0, at) + any(Vocabulary.BREAKS, random) + text.substring(to);
      case 3 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at);
      case 4 -> text.substring(0, to) + text.substring(at);
      case 5 -> text.substring(0, at);
      case 6 -> afterALine(text, any(Vocabulary.BREAKS, random), random);
      default ->
          random.nextInt(20) == 0
              ? afterALine(text, "X: " + "x".repeat(LONG) + "\r\n", random)
              : text.replaceFirst("HTTP/1.1", "HTTP/1.0");
    };
  }

  private static String afterALine(String text, String more, Random random) {
    int line = text.indexOf("\r\n", random.nextInt(text.length() + 1));
    return line < 0 ? text + more : text.substring(0, line + 2) + more + text.substring(line + 2);
  }

  /** A value in which one character is added, removed or changed. */
  private static String nearly(String value, Random random) {
    if (value.isEmpty()) {
      return "x";
    }
    int at = random.nextInt(value.length());
    return switch (random.nextInt(4)) {
      case 0 -> value.substring(0, at);
      case 1 ->
          value.substring(0, at) + (char) (' ' + random.nextInt(95)) + value.substring(at + 1);
      case 2 -> value + value.charAt(at);
      default -> value.substring(0, at) + value.substring(at + 1);
    };
  }

  /** Percent-encodes each byte that is not a letter. */
  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.ISO_8859_1);
  }

  /** Percent-encodes the characters that cannot stand in a request line. */
  private static String visible(String text) {
    var visible = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      visible.append(
          sign > ' ' && sign < 0x7f ? String.valueOf(sign) : "%%%02x".formatted((int) sign));
    }
    return visible.toString();
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\x00-\\x1f]", "");
  }

  private static boolean mostly(Random random) {
    return random.nextInt(12) > 0;
  }

  private static <T> T any(List<T> choices, Random random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
