package dev.latchkey.app.demo;

import java.io.PrintStream;
import tools.jackson.databind.JsonNode;

/**
 * The text that a new user reads when the demo has started: who can sign in, and one command for
 * each step of the contract.
 */
final class Guide {
  private Guide() {}

  static void print(PrintStream out, JsonNode contents, SampleTokens samples, boolean hasPlatform) {
    String base = contents.path("base_url").stringValue();
    String id = contents.at("/credentials/0/client_id").stringValue();
    String secret = contents.at("/credentials/0/client_secret").stringValue();
    String access = samples.toUse().access().reveal();

    out.printf("%nLatchkey is running at %s%n%nWho can sign in:%n", base);
    for (JsonNode user : contents.path("users")) {
      out.printf(
          "  %-20s %-18s %s%n",
          user.path("email").stringValue(),
          user.path("password").stringValue(),
          user.path("role").stringValue().replace('_', ' '));
    }
    step(
        out,
        "In a browser: sign in, allow the app, and see the code arrive",
        "%s/oauth2/authorize?response_type=code&client_id=%s".formatted(base, id));
    out.printf(
        "%nOr without one. These commands have real values and can be tried as they are, in this order:%n");
    step(
        out,
        "Exchange a code, within five minutes",
        exchange(base, id, secret, samples.code().reveal()));
    step(out, "Inspect a token", "curl %s/oauth2/introspect%s".formatted(base, bearer(access)));
    step(out, "Use it", "curl %s/openapi/v2/directory/users/me%s".formatted(base, bearer(access)));
    step(
        out,
        "Refresh it: both old tokens stop working",
        "curl %s/oauth2/token -d grant_type=refresh_token -d client_id=%s -d refresh_token=%s"
            .formatted(base, id, samples.toUse().refresh().reveal()));
    step(
        out,
        "Revoke a token: its refresh token stops working as well",
        "curl %s/oauth2/revoke -H 'Content-Type: application/json' -d '%s'"
            .formatted(
                base,
                "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"%s\"}"
                    .formatted(id, secret, samples.toRevoke().access().reveal())));
    step(
        out,
        "A machine needs no sign-in: this organization token never expires",
        "curl %s/openapi/v2/directory/users/me%s"
            .formatted(base, bearer(contents.path("organization_token").stringValue())));
    if (hasPlatform) {
      compare(out, contents, samples);
    }
    out.printf("%nStop with Ctrl-C. The next start keeps users, passwords and secrets.%n");
  }

  /**
   * Prints two calls of the same address of the sample platform, which receive different answers.
   */
  private static void compare(PrintStream out, JsonNode contents, SampleTokens samples) {
    String call = "curl %s/openapi/v2/projects".formatted(contents.path("base_url").stringValue());
    step(
        out,
        "Call the platform behind the gateway: a member sees the projects of one team",
        call + bearer(samples.ofMember().access().reveal()));
    step(
        out,
        "The same address for a machine: a virtual administrator sees all of the organization's",
        call + bearer(contents.path("organization_token").stringValue()));
  }

  static String exchange(String base, String id, String secret, String code) {
    return "curl %s/oauth2/token -d grant_type=authorization_code -d client_id=%s -d client_secret=%s -d code=%s"
        .formatted(base, id, secret, code);
  }

  private static void step(PrintStream out, String what, String how) {
    out.printf("%n%s:%n  %s%n", what, how);
  }

  private static String bearer(String token) {
    return " -H 'Authorization: Bearer " + token + "'";
  }
}
