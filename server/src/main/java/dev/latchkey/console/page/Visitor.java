package dev.latchkey.console.page;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Language;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.person.Session;
import dev.latchkey.model.person.User;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The person at the browser, signed in or not. {@code formToken}: every form carries it; it proves
 * that the form came from one of our pages and was shown to this visitor. {@code address}: the
 * address of the page; in the answer to a form, the one at which its page can be requested again.
 */
public record Visitor(
    Secret.Browser browser,
    Optional<Secret.Session> key,
    Optional<Session> session,
    String formToken,
    Language language,
    Preferences.Look look,
    String address,
    Instant now) {
  private static final List<String> KEPT = List.of("request", "next", "organization");

  /** A visitor whose browser has shown these cookies. */
  static Visitor of(
      Secret.Browser browser,
      Optional<Secret.Session> key,
      Optional<Session> session,
      Request request) {
    return new Visitor(
        browser,
        key,
        session,
        formToken(browser, key.filter(known -> session.isPresent())),
        request.language(),
        Preferences.Look.of(request),
        address(request),
        request.moment().at());
  }

  private static String formToken(Secret.Browser browser, Optional<Secret.Session> key) {
    return hmac(browser.reveal() + key.map(Secret::reveal).orElse(""));
  }

  private static String address(Request request) {
    String query =
        request.method().equals("POST") ? kept(request.form()).encoded() : request.rawQuery();
    return request.path() + (query.isEmpty() ? "" : "?" + query);
  }

  /** What a form has of the address of its page: where a sign-in leads, and the organization. */
  private static Form kept(Form sent) {
    var fields = new LinkedHashMap<String, String>();
    for (String name : KEPT) {
      sent.value(name).ifPresent(value -> fields.put(name, value));
    }
    return Form.of(fields);
  }

  /** The same person after the password was entered again and was right. */
  Visitor confirmed(Secret.Session newKey, Instant now) {
    Optional<Session> again = session.map(before -> before.confirmed(now));
    Optional<Secret.Session> renewed = Optional.of(newKey);
    return new Visitor(
        browser, renewed, again, formToken(browser, renewed), language, look, address, now);
  }

  /** The proof of the sign-in, which the store checks with each write that the person asks for. */
  public Optional<SignedIn> signedIn() {
    return session.flatMap(
        open -> key.map(known -> new SignedIn(known.hash(), open.user().id(), open.version())));
  }

  public Optional<User> user() {
    return session.map(Session::user);
  }

  boolean sent(String token) {
    return MessageDigest.isEqual(
        formToken.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Visitor[" + user().map(User::id) + "]";
  }

  private static String hmac(String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal("form".getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
