package dev.latchkey.demo;

import java.io.PrintStream;
import tools.jackson.databind.JsonNode;

/**
 * What a newcomer reads when the demo has started: who can sign in, and each step of the contract
 * as one command.
 */
public final class Guide {
    private Guide() {}

    public static void print(PrintStream out, JsonNode memo) {
        String base = memo.path("base_url").stringValue();
        JsonNode app = memo.path("credentials").path(0);
        String id = app.path("client_id").stringValue();
        String secret = app.path("client_secret").stringValue();
        out.printf("%nLatchkey is running at %s%n%nWho can sign in:%n", base);
        for (JsonNode user : memo.path("users")) {
            out.printf(
                    "  %-20s %-18s %s%n",
                    user.path("email").stringValue(),
                    user.path("password").stringValue(),
                    user.path("role").stringValue().replace('_', ' '));
        }
        out.printf(
                "%n1. Open this link, sign in and allow the app; the page that follows shows the code:%n");
        out.printf("   %s/oauth2/authorize?response_type=code&client_id=%s%n", base, id);
        out.printf(
                "%n2. Exchange the code, within five minutes:%n   %s%n",
                exchange(base, id, secret, "CODE"));
        out.printf("%n3. Ask what the token is:%n");
        out.printf("   curl %s/oauth2/introspect -H 'Authorization: Bearer ACCESS_TOKEN'%n", base);
        out.printf("%n4. Use it:%n");
        out.printf(
                "   curl %s/openapi/v2/directory/users/me -H 'Authorization: Bearer ACCESS_TOKEN'%n",
                base);
        out.printf("%n5. Refresh it (both old tokens die):%n");
        out.printf(
                "   curl %s/oauth2/token -d grant_type=refresh_token -d client_id=%s%s%n",
                base, id, " -d refresh_token=REFRESH_TOKEN");
        out.printf("%n6. Revoke it (its refresh token dies as well):%n");
        out.printf(
                "   curl %s/oauth2/revoke --json '{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"ACCESS_TOKEN\"}'%n",
                base, id, secret);
        out.printf("%nA machine needs no sign-in. This organization token never expires:%n");
        out.printf(
                "   curl %s/openapi/v2/directory/users/me -H 'Authorization: Bearer %s'%n%n",
                base, memo.path("organization_token").stringValue());
    }

    static String exchange(String base, String id, String secret, String code) {
        return "curl %s/oauth2/token -d grant_type=authorization_code -d client_id=%s -d client_secret=%s -d code=%s"
                .formatted(base, id, secret, code);
    }
}
