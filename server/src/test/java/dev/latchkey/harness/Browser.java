package dev.latchkey.harness;

import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The browser of a person. It keeps cookies, submits forms with their hidden fields and follows
 * redirects.
 */
public final class Browser {
  private static final Pattern FORM =
      Pattern.compile(
          "(?s)<form method=\"post\" action=\"([^\"]+)\"(?: data-passkey=\"create\"[^>]*)?>(.*?)</form>");
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

  private final String url;
  private final Http http;
  private final Map<String, String> cookies = new ConcurrentSkipListMap<>();

  public Browser(String url) {
    this(url, Http.here());
  }

  public Browser(String url, Http http) {
    this.url = url;
    this.http = http;
  }

  /**
   * The same browser at another address of the service. It keeps its cookies, because cookies do
   * not depend on the port.
   */
  public Browser at(String otherUrl) {
    var same = new Browser(otherUrl, http);
    same.cookies.putAll(cookies);
    return same;
  }

  public Answer get(String path, String... headers) {
    return kept(http.get(absolute(path), withCookies(headers)));
  }

  public Answer post(String path, Map<String, String> fields, String... headers) {
    return kept(http.form(absolute(path), fields, withCookies(headers)));
  }

  /** Submits a form with a file, whose field is called after the file. */
  public Answer upload(String path, Map<String, String> fields, String file, byte[] content) {
    var body = new ByteArrayOutputStream();
    fields.forEach((name, value) -> part(body, name, "", value.getBytes(StandardCharsets.UTF_8)));
    part(body, file, "; filename=\"" + file + ".png\"", content);
    body.writeBytes("--boundary--\r\n".getBytes(StandardCharsets.UTF_8));
    return kept(
        http.post(
            absolute(path),
            "multipart/form-data; boundary=boundary",
            body.toByteArray(),
            withCookies()));
  }

  private static void part(ByteArrayOutputStream body, String name, String more, byte[] content) {
    body.writeBytes(
        "--boundary\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
            .formatted(name, more)
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
  }

  /** Follows redirects as long as they lead to pages of the web application. */
  public Answer follow(Answer answer) {
    Answer at = answer;
    for (int steps = 0; at.isRedirect() && isInside(at.location()); steps++) {
      if (steps == 10) {
        throw new AssertionError("sent about in circles: " + at);
      }
      at = get(at.location());
    }
    return at;
  }

  /** Submits the form of the page with its hidden fields and with these fields. */
  public Answer submit(Answer page, String... fields) {
    Matcher form = FORM.matcher(page.body());
    if (!form.find()) {
      throw new AssertionError("no form: " + page);
    }
    return post(form.group(1), Http.fields(hidden(page), fields));
  }

  /** Saves a section of the settings of a credential. */
  public Answer save(Answer settings, String part, String... fields) {
    return post(settings.from().getPath(), Http.fields(section(settings, part), fields));
  }

  /**
   * Submits the form like {@link #submit}, with every hidden field. A form that acts on several
   * rows names each of them in a field of the same name.
   */
  public Answer submitAll(Answer page, String... fields) {
    Matcher form = FORM.matcher(page.body());
    if (!form.find()) {
      throw new AssertionError("no form: " + page);
    }
    var pairs = new ArrayList<String>();
    HIDDEN
        .matcher(form.group(2))
        .results()
        .forEach(found -> pairs.add(pair(found.group(1), found.group(2))));
    for (int i = 0; i < fields.length; i += 2) {
      pairs.add(pair(fields[i], fields[i + 1]));
    }
    byte[] body = String.join("&", pairs).getBytes(StandardCharsets.UTF_8);
    return kept(
        http.post(
            absolute(form.group(1)), "application/x-www-form-urlencoded", body, withCookies()));
  }

  private static String pair(String name, String value) {
    return Http.encode(name) + "=" + Http.encode(value);
  }

  public static Map<String, String> hidden(Answer page) {
    return hidden(page, "");
  }

  /** The hidden fields of a section of the settings of a credential. */
  public static Map<String, String> section(Answer settings, String part) {
    return hidden(settings, "name=\"part\" value=\"" + part + "\"");
  }

  /** The hidden fields of the first form that contains this text. */
  private static Map<String, String> hidden(Answer page, String text) {
    Matcher form = FORM.matcher(page.body());
    do {
      if (!form.find()) {
        throw new AssertionError("no form: " + page);
      }
    } while (!form.group(2).contains(text));
    var fields = new LinkedHashMap<String, String>();
    Matcher hidden = HIDDEN.matcher(form.group(2));
    while (hidden.find()) {
      fields.put(hidden.group(1), hidden.group(2).replace("&amp;", "&"));
    }
    return fields;
  }

  public Browser signIn(Person person) {
    Answer answer = submit(get("/sign-in"), "email", person.email(), "password", person.password());
    if (answer.status() != 303) {
      throw new AssertionError("not signed in: " + answer);
    }
    return this;
  }

  public Answer signOut() {
    String token = hidden(get("/account/security")).get("form_token");
    return post("/sign-out", Map.of("form_token", token));
  }

  /**
   * Opens the authorization endpoint. Stops at the first page, or at a redirect to another site.
   */
  public Answer authorize(String query) {
    return follow(get("/oauth2/authorize?" + query));
  }

  /**
   * Opens the authorization endpoint with a faulty request, and continues to the app if the page
   * asks.
   */
  public Answer authorizeAndContinue(String query) {
    Answer answer = authorize(query);
    return answer.isRedirect() ? answer : submit(answer);
  }

  public Answer approve(Answer consentPage, String... fields) {
    var all = new ArrayList<>(List.of("decision", "approve"));
    all.addAll(Arrays.asList(fields));
    return submit(consentPage, all.toArray(String[]::new));
  }

  public Answer deny(Answer consentPage) {
    return submit(consentPage, "decision", "deny");
  }

  public String cookie(String name) {
    return cookies.getOrDefault(name, "");
  }

  public String cookies() {
    return String.join(
        "; ", cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue()).toList());
  }

  private String absolute(String path) {
    return path.startsWith("/") ? url + path : path;
  }

  private boolean isInside(String location) {
    return location.startsWith("/") || location.startsWith(url + "/");
  }

  private String[] withCookies(String... headers) {
    var all = new ArrayList<>(List.of(headers));
    if (!cookies.isEmpty()) {
      all.add("Cookie");
      all.add(cookies());
    }
    return all.toArray(String[]::new);
  }

  private Answer kept(Answer answer) {
    for (String cookie : answer.headers().allValues("Set-Cookie")) {
      String[] pair = cookie.split(";")[0].split("=", 2);
      if (cookie.contains("Max-Age=0")) {
        cookies.remove(pair[0]);
      } else {
        cookies.put(pair[0], pair[1]);
      }
    }
    return answer;
  }
}
