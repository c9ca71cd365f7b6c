package dev.latchkey.bench;

import dev.latchkey.bench.load.Address;
import dev.latchkey.bench.load.Answer;
import dev.latchkey.bench.load.Connection;
import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Signs in once and then consents as often as asked, over HTTP as a person's browser would
 * (contract 4.1).
 */
record Browser(Address address, Memo memo, String cookies) {
    static Browser signIn(Address address, Memo memo) {
        try (Connection connection = Connection.open(address)) {
            Answer arrival = expect(302, connection.ask(address.get(authorize(memo))));
            String browser = cookie(arrival);
            String page = location(arrival);
            Answer form = expect(200, connection.ask(address.get(page, "Cookie: " + browser)));
            String body =
                    "email="
                            + encoded(memo.email())
                            + "&password="
                            + encoded(memo.password())
                            + "&request="
                            + parameter(page, "request")
                            + "&form_token="
                            + encoded(formToken(form));
            Answer signedIn =
                    expect(
                            303,
                            connection.ask(
                                    address.post(
                                            "/sign-in", Address.FORM, body, "Cookie: " + browser)));
            return new Browser(address, memo, browser + "; " + cookie(signedIn));
        } catch (IOException broken) {
            throw new ConfigFault("cannot sign in at " + address.authority(), broken);
        }
    }

    /** One consent: a code, as it stands in the redirect. */
    String consent(Connection connection) throws IOException {
        String cookie = "Cookie: " + cookies;
        String page = location(expect(302, connection.ask(address.get(authorize(memo), cookie))));
        Answer form = expect(200, connection.ask(address.get(page, cookie)));
        String body =
                "decision=approve&team_id="
                        + encoded(memo.teamId())
                        + "&request="
                        + parameter(page, "request")
                        + "&form_token="
                        + encoded(formToken(form));
        return parameter(
                location(
                        expect(
                                303,
                                connection.ask(
                                        address.post("/consent", Address.FORM, body, cookie)))),
                "code");
    }

    @Override
    public String toString() {
        return "Browser[" + memo + "]";
    }

    private static String authorize(Memo memo) {
        return "/oauth2/authorize?response_type=code&client_id=" + memo.clientId();
    }

    private static Answer expect(int status, Answer answer) {
        if (answer.status() != status) {
            throw new ConfigFault(
                    "the demo answered " + answer.status() + " where " + status + " was expected");
        }
        return answer;
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
            throw new ConfigFault("the demo's answer has no " + before);
        }
        int from = at + before.length();
        return text.substring(from, text.indexOf(after, from));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
