package dev.latchkey.harness;

import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/** The authenticator app of a person, with the recovery codes that the person has saved. */
public final class Authenticator {
  private static final String PAGE = "/account/security";
  private static final Pattern KEY = Pattern.compile("otpauth://[^\"]*[?&;]secret=([A-Z2-7]+)");
  private static final Pattern RECOVERY = Pattern.compile("[a-z2-7]{6}(?:-[a-z2-7]{6}){3}");

  private final String key;
  private final List<String> recoveryCodes;

  private Authenticator(String key, List<String> recoveryCodes) {
    this.key = key;
    this.recoveryCodes = recoveryCodes;
  }

  /** Reads the key from the page that offers one. */
  public static Authenticator reading(String page) {
    return KEY.matcher(page)
        .results()
        .map(found -> new Authenticator(found.group(1), List.of()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no key: " + page));
  }

  /** Sets up the app for the person who is signed in with this browser. */
  public static Authenticator enrol(Browser browser, Instant now) {
    Answer offer = post(browser, "factor/new");
    Authenticator app = reading(offer.body());
    Answer done = browser.submit(offer, "code", app.code(now));
    if (done.status() != 200) {
      throw new AssertionError("not set up: " + done);
    }
    return new Authenticator(app.key, codesOn(done.body()));
  }

  /** Sends one of the forms of the Security page. */
  public static Answer post(Browser browser, String form, String... fields) {
    String token = Browser.hidden(browser.get(PAGE)).get("form_token");
    return browser.post(PAGE + "/" + form, Http.fields(App.fields("form_token", token), fields));
  }

  public static List<String> codesOn(String page) {
    return RECOVERY.matcher(page).results().map(MatchResult::group).toList();
  }

  public String key() {
    return key;
  }

  public List<String> recoveryCodes() {
    return recoveryCodes;
  }

  /**
   * The code of RFC 6238 as authenticator apps compute it: SHA-1, steps of 30 seconds, six digits.
   */
  public String code(Instant now) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(Base32.decode(key), "HmacSHA1"));
      long step = now.getEpochSecond() / 30;
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int offset = hash[19] & 0xf;
      int number = ByteBuffer.wrap(hash, offset, 4).getInt() & 0x7fff_ffff;
      return String.format("%06d", number % 1_000_000);
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
