package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The browser of a person, over HTTP. It uses the pages with as few requests as a person needs. */
record Browser(Address address, String cookies) {
  private static final String SIGN_IN = "/sign-in";

  /** The sign-in page, opened. {@code cookies} are those that the browser has received. */
  record SignInPage(Address address, String cookies, String formToken) {
    /** The request of one attempt to sign in. Its answer is 303 if the password is right. */
    byte[] signInRequest(String email, String password) {
      return filled(SIGN_IN, "email=" + encoded(email) + "&password=" + encoded(password));
    }

    /**
     * The request of a form of another page that needs no session. The form token belongs to the
     * browser, so it is valid there too.
     */
    byte[] filled(String action, String fields) {
      return new Form(new Browser(address, cookies), formToken).filled(action, fields);
    }
  }

  static SignInPage arrive(Address address) {
    try (Connection connection = Connection.open(address)) {
      Answer page = expect(200, connection.ask(address.get(SIGN_IN)));
      return new SignInPage(address, cookie(page), formToken(page));
    } catch (IOException broken) {
      throw new HostFault("cannot see the sign-in page at " + address.authority(), broken);
    }
  }

  static Browser signIn(Calls calls) {
    SignInPage signInPage = arrive(calls.address());
    try (Connection connection = Connection.open(calls.address())) {
      BenchIdentity identity = calls.identity();
      Answer in =
          expect(
              303, connection.ask(signInPage.signInRequest(identity.email(), identity.password())));
      return new Browser(calls.address(), signInPage.cookies() + "; " + cookie(in));
    } catch (IOException broken) {
      throw new HostFault("cannot sign in at " + calls.address().authority(), broken);
    }
  }

  /** Consents once (contract 4.1), and returns the code from the redirect. */
  String consent(Connection connection, BenchIdentity identity) throws IOException {
    byte[] approval = approval(connection, identity);
    return parameter(location(expect(303, connection.ask(approval))), "code");
  }

  /** Opens the consent page, and returns the request that consents. */
  byte[] approval(Connection connection, BenchIdentity identity) throws IOException {
    String authorize = "/oauth2/authorize?response_type=code&client_id=" + identity.clientId();
    String page = location(expect(302, connection.ask(get(authorize))));
    Answer shown = expect(200, connection.ask(get(page)));
    return new Form(this, formToken(shown))
        .filled(
            "/consent",
            "decision=approve&team_id="
                + encoded(identity.teamId())
                + "&request="
                + parameter(page, "request")
                + "&shown="
                + hidden(shown, "shown"));
  }

  Form open(Connection connection, String page) throws IOException {
    return new Form(this, formToken(expect(200, connection.ask(get(page)))));
  }

  /** The form of an open page. */
  record Form(Browser browser, String token) {
    byte[] filled(String action, String fields) {
      return browser.address.post(
          action,
          Address.FORM,
          fields + "&form_token=" + encoded(token),
          "Cookie: " + browser.cookies);
    }
  }

  /** The request of a page. */
  byte[] get(String path) {
    return address.get(path, "Cookie: " + cookies);
  }

  @Override
  public String toString() {
    return "Browser[" + address.authority() + "]";
  }

  static Answer expect(int status, Answer answer) {
    if (answer.status() != status) {
      throw new HostFault(
          "the server answered " + answer.status() + " where " + status + " was expected");
    }
    return answer;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String location(Answer answer) {
    return answer.all("Location").getFirst();
  }

  private static String cookie(Answer answer) {
    return answer.all("Set-Cookie").getFirst().split(";", 2)[0];
  }

  private static String formToken(Answer page) {
    return hidden(page, "form_token");
  }

  private static String hidden(Answer page, String field) {
    return between(page.text(), "name=\"" + field + "\" value=\"", "\"");
  }

  private static String parameter(String url, String name) {
    String query = url.substring(url.indexOf('?') + 1) + "&";
    return between("&" + query, "&" + name + "=", "&");
  }

  private static String between(String text, String before, String after) {
    int at = text.indexOf(before);
    if (at < 0) {
      throw new HostFault("the server's answer has no " + before);
    }
    int from = at + before.length();
    return text.substring(from, text.indexOf(after, from));
  }
}
