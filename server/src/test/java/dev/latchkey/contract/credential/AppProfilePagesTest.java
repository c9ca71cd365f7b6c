package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import org.junit.jupiter.api.Test;

/** How people see an app: what its developer says of it, and that nobody has checked it. */
class AppProfilePagesTest extends OnBothStores {
  private static final String UNCHECKED =
      "Written by the developer of the app. Nobody has checked it.";

  private final Person owner = latchkey.administrator();
  private final App app = latchkey.app(owner);
  private final String settings = "/account/credentials/" + app.id() + "/settings";
  private final Browser developer = latchkey.browser().signIn(owner);
  private final Browser user = latchkey.browser().signIn(latchkey.person());

  private Answer save(String description, String homepage, String privacy) {
    return developer.save(
        developer.get(settings),
        "IDENTITY",
        "name",
        "Planner",
        "description",
        description,
        "homepage",
        homepage,
        "privacy",
        privacy);
  }

  @Test
  void the_consent_page_shows_it_as_the_words_of_the_developer_with_the_hosts_of_links() {
    assertThat(app.consentPage(user).body()).doesNotContain(UNCHECKED);
    save(
        "Plans\r\n your <b>week</b>", "https://planner.example/a", "https://legal.example/p?x=1&y");

    String page = app.consentPage(user).body();

    assertThat(page)
        .contains(UNCHECKED)
        .contains("<bdi>Plans your &lt;b&gt;week&lt;/b&gt;</bdi>")
        .contains(
            "<a href=\"https://planner.example/a\" target=\"_blank\" rel=\"noopener noreferrer\">Homepage: <bdi>planner.example</bdi></a>")
        .contains(
            "<a href=\"https://legal.example/p?x=1&amp;y\" target=\"_blank\" rel=\"noopener noreferrer\">Privacy policy: <bdi>legal.example</bdi></a>")
        .contains("<dt>Published by</dt>")
        .doesNotContain("On the host that publishes the app");
    assertThat(developer.get("/account/credentials/" + app.id()).body()).contains(UNCHECKED);
  }

  @Test
  void a_change_while_a_user_decides_is_shown_before_it_counts() {
    Answer page = app.consentPage(user);
    save("Another app", "", "");

    Answer again = user.approve(page);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("Another app");
  }

  @Test
  void flaws_are_shown_beside_the_fields_and_what_was_typed_stays() {
    Answer refused = save("x".repeat(301), "http://planner.example/", "javascript:alert(1)");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body())
        .contains("A description has at most 300 characters.")
        .contains("Use https. Plain http is possible on localhost")
        .contains("value=\"javascript:alert(1)\"");
    assertThat(app.consentPage(user).body()).doesNotContain(UNCHECKED);
  }

  @Test
  void the_audit_log_says_which_fields_changed() {
    save("Plans", "https://planner.example/", "");
    save("Plans", "", "");

    assertThat(developer.get("/audit/export.jsonl?event=CREDENTIAL_CHANGE").body())
        .contains("\"description\":{\"before\":[],\"after\":[\"Plans\"]},\"homepage\"")
        .contains(
            "\"detail\":{\"homepage\":{\"before\":[\"https://planner.example/\"],\"after\":[]}}");
  }
}
