package dev.latchkey;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The forms that a person with an old sign-in may send, and why. */
final class HarmlessForms {
  static final Map<String, String> ALL = all();

  private HarmlessForms() {}

  private static Map<String, String> all() {
    var all = new TreeMap<String, String>();
    String check = "reads the fields and stores nothing";
    String settings = "changes settings; shows no secret, and the audit log has the values";
    String withdraw = "takes an offer back; the owner stays";
    String env = "returns the secret that the form brings";
    for (String section : List.of("/organization", "/configuration/team")) {
      String credentials = section + "/credentials";
      all.put(credentials + "/new/check", check);
      all.put(credentials + "/{client_id}/settings", settings);
      all.put(credentials + "/{client_id}/env", env);
      all.put(credentials + "/{client_id}/logo", settings);
      all.put(credentials + "/{client_id}/logo/remove", settings);
      all.put(credentials + "/{client_id}/transfer/withdraw", withdraw);
      all.put(section + "/people/invite/check", check);
      all.put(section + "/people/teams", "adds a team that nobody is in");
      all.put(section + "/people/teams/{team_id}", "renames a team");
    }
    all.put("/account/apps/child", "ends access that the person has given");
    all.put("/account/apps/end", "ends access that the person has given");
    all.put("/account/apps/{grant_id}/end", "ends access that the person has given");
    all.put("/account/credentials/new/check", check);
    all.put("/account/alerts/{alert_id}/close", "closes an alert");
    all.put("/account/alerts/{alert_id}/mute", "mutes an alert for some days");
    all.put("/account/credentials/{client_id}/settings", settings);
    all.put("/account/credentials/{client_id}/env", env);
    all.put("/account/credentials/{client_id}/logo", settings);
    all.put("/account/credentials/{client_id}/logo/remove", settings);
    all.put("/account/credentials/{client_id}/offer/decline", "the owner stays");
    all.put("/account/credentials/{client_id}/transfer/withdraw", withdraw);
    all.put("/account/credentials/{client_id}/try", "sends calls with the person's own token");
    all.put("/account/credentials/{client_id}/try/redirect-uri", settings);
    all.put("/account/profile", "changes the own name");
    all.put("/reviews", "starts a review, which lists what has access");
    all.put("/reviews/schedule", "chooses when reviews start");
    all.put("/reviews/{review_id}/complete", "completes a review that is decided");
    all.put("/alerts/rules", "chooses what opens alerts");
    all.put("/api-reference/call", "sends a call with a token that the form brings");
    all.put("/checklist", "hides a list in this browser");
    all.put("/consent", "contract 4.1; it asks if the app can manage the installation (E13)");
    all.put("/device", "the consent page of a device");
    all.put("/platform/organizations/{organization_id}", "renames an organization");
    for (String section : List.of("/webhooks", "/platform/webhooks")) {
      String one = section + "/{webhook_id}";
      String again = "sends what is in the log to the same receiver";
      all.put(one + "/enable", "sends events to a receiver that was entered with the password");
      all.put(one + "/test", "sends a message that says nothing");
      all.put(one + "/replay", again);
      all.put(one + "/deliveries/{number}/replay", again);
    }
    all.put("/side", "narrows the side bar in this browser");
    all.put("/sign-out", "ends the own session");
    all.put("/views", "names filters");
    all.put("/views/first", "chooses how a list opens");
    all.put("/views/remove", "removes a name of filters");
    return all;
  }
}
