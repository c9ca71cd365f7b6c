package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A person's browser, over HTTP: what is done with pages, in as few requests as a person needs. */
record Browser(Address address, String cookies) {
    private static final String SIGN_IN = "/sign-in";

    /** The sign-in page is open; what it was given stands in {@code cookies}. */
    record SignInPage(Address address, String cookies, String formToken) {
        /** One attempt to sign in: 303 if the password is right. */
        byte[] attempt(String email, String password) {
            return filled(SIGN_IN, "email=" + encoded(email) + "&password=" + encoded(password));
        }

        /** A form of another page that needs no session: its token is that of the browser. */
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
                            303,
                            connection.ask(
                                    signInPage.attempt(identity.email(), identity.password())));
            return new Browser(calls.address(), signInPage.cookies() + "; " + cookie(in));
        } catch (IOException broken) {
            throw new HostFault("cannot sign in at " + calls.address().authority(), broken);
        }
    }

    /** One consent (contract 4.1): a code, as it stands in the redirect. */
    String consent(Connection connection, BenchIdentity identity) throws IOException {
        String authorize = "/oauth2/authorize?response_type=code&client_id=" + identity.clientId();
        String page = location(expect(302, connection.ask(get(authorize))));
        byte[] approval =
                open(connection, page)
                        .filled(
                                "/consent",
                                "decision=approve&team_id="
                                        + encoded(identity.teamId())
                                        + "&request="
                                        + parameter(page, "request"));
        return parameter(location(expect(303, connection.ask(approval))), "code");
    }

    Form open(Connection connection, String page) throws IOException {
        return new Form(this, formToken(expect(200, connection.ask(get(page)))));
    }

    /** A page that is open, and may be sent. */
    record Form(Browser browser, String token) {
        byte[] filled(String action, String fields) {
            return browser.address.post(
                    action,
                    Address.FORM,
                    fields + "&form_token=" + encoded(token),
                    "Cookie: " + browser.cookies);
        }
    }

    private byte[] get(String path) {
        return address.get(path, "Cookie: " + cookies);
    }

    @Override
    public String toString() {
        return "Browser[" + address.authority() + "]";
    }

    static Answer expect(int status, Answer answer) {
        if (answer.status() != status) {
            throw new HostFault(
                    "the server answered "
                            + answer.status()
                            + " where "
                            + status
                            + " was expected");
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
        return between(page.text(), "name=\"form_token\" value=\"", "\"");
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
