package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Pages are in the language that the browser asks for and in the theme of the system, unless the
 * reader has chosen others.
 */
class PreferencesTest extends OnBothStores {
  private static final Pattern TOKEN =
      Pattern.compile(
          "action=\"/language\".*?name=\"form_token\" value=\"([^\"]+)\"", Pattern.DOTALL);

  private final Browser browser = latchkey.browser();

  @Test
  void a_page_speaks_the_language_that_the_browser_asks_for() {
    assertThat(browser.get("/sign-in").body()).contains("<html lang=\"en\">", "Sign in");
    assertThat(browser.get("/sign-in", "Accept-Language", "zh-CN,en;q=0.5").body())
        .contains("<html lang=\"zh-Hans\">", "登录")
        .doesNotContain("Sign in");
  }

  @Test
  void the_chosen_language_overrides_the_browsers_and_shows_the_same_page() {
    String asked = "/sign-in?request=req_" + "A".repeat(22);
    Answer page = browser.get(asked, "Accept-Language", "zh-CN");

    Answer chosen = choose(page, "en", asked);

    assertThat(chosen.status()).isEqualTo(303);
    assertThat(chosen.location()).isEqualTo(asked);
    assertThat(chosen.header("Set-Cookie"))
        .contains("HttpOnly", "SameSite=Lax", "Max-Age=31536000");
    assertThat(browser.get(asked, "Accept-Language", "zh-CN").body()).contains("lang=\"en\"");
  }

  @Test
  void the_choice_outlives_sign_in_and_sign_out() {
    choose(browser.get("/sign-in"), "zh", "/sign-in");
    browser.signIn(latchkey.person());
    Answer page = browser.get("/account/credentials");
    assertThat(page.body()).contains("lang=\"zh-Hans\"", "还没有凭证");
    assertThat(browser.follow(browser.post("/sign-out", Map.of("form_token", token(page)))).body())
        .contains("lang=\"zh-Hans\"", "登录");
  }

  @Test
  void the_language_switch_never_leads_to_another_site() {
    for (String elsewhere :
        List.of(
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/x\r\nSet-Cookie: a=b",
            "")) {
      Answer answer = choose(browser.get("/sign-in"), "zh", elsewhere);
      assertThat(answer.location()).as(elsewhere).isEqualTo("/");
    }
  }

  @Test
  void an_unknown_language_changes_nothing() {
    choose(browser.get("/sign-in"), "tlh", "/sign-in");
    assertThat(browser.get("/sign-in").body()).contains("lang=\"en\"");
  }

  @Test
  void a_choice_that_was_not_made_on_our_page_is_refused() {
    Answer page = browser.get("/sign-in");
    Map<String, String> fields = Map.of("language", "zh", "form_token", token(page));
    assertThat(browser.post("/language", Map.of("language", "zh")).status()).isEqualTo(403);
    assertThat(browser.post("/language", fields, "Sec-Fetch-Site", "cross-site").status())
        .isEqualTo(403);
    assertThat(browser.get("/sign-in").body()).contains("lang=\"en\"");
  }

  @Test
  void from_the_answer_to_a_form_a_choice_leads_to_the_page_of_the_form() {
    Answer page = browser.get("/sign-in?next=/account/profile");
    Answer refused = browser.submit(page, "email", "x@example.com", "password", "x");
    assertThat(chosen(refused, "zh")).isEqualTo("/sign-in?next=%2Faccount%2Fprofile");

    Person owner = latchkey.administrator();
    browser.signIn(owner);
    String app = "/account/credentials/" + latchkey.app(owner).id();
    Answer form = browser.get("/organization/people/new");
    assertThat(chosen(browser.submit(form, "name", ""), "en"))
        .startsWith("/organization/people/new");
    Answer below = browser.post(app + "/delete", Browser.hidden(form));
    assertThat(chosen(below, "en")).isEqualTo(app);
  }

  private String chosen(Answer page, String language) {
    Matcher form =
        Pattern.compile("(?s)action=\"/language\"[^>]*>(.*?)</form>").matcher(page.body());
    assertThat(form.find()).as(page.toString()).isTrue();
    String back = form.group(1).replaceFirst("(?s).*name=\"back\" value=\"([^\"]*)\".*", "$1");
    return browser
        .post(
            "/language",
            Http.fields(Map.of("form_token", token(page)), "back", back, "language", language))
        .location();
  }

  @Test
  void a_signed_in_person_keeps_the_navigation_where_there_is_no_page_or_no_right() {
    Browser member = latchkey.browser().signIn(latchkey.person());
    String navigation = "<a href=\"/account/apps\"";

    for (String path : List.of("/nothing-here", "/platform/organizations", "/audit/x/y")) {
      Answer refused = member.get(path);
      assertThat(refused.status()).as(path).isIn(403, 404);
      assertThat(refused.body())
          .as(path)
          .contains(navigation)
          .containsAnyOf("Not found", "You may not do this");
    }
    Answer stranger = latchkey.browser().get("/nothing-here");
    assertThat(stranger.status()).isEqualTo(404);
    assertThat(stranger.body()).contains("This page does not exist").doesNotContain(navigation);
    assertThat(stranger.has("Set-Cookie")).isFalse();
    assertThat(member.get("/oauth2/nothing-here").error()).isEqualTo("not_found");
  }

  @Test
  void refusals_before_any_page_are_in_the_readers_language_too() {
    Http http = Http.here();
    String[] chinese = {"Accept-Language", "zh"};
    assertThat(http.get(latchkey.url() + "/nothing-here", chinese).body())
        .contains("lang=\"zh-Hans\"", "此页面不存在", "not_found");
    assertThat(http.method("DELETE", latchkey.url() + "/sign-in", chinese).body())
        .contains("不支持这种访问方式");
    assertThat(http.post(latchkey.url() + "/sign-in", "text/plain", new byte[1], chinese).body())
        .contains("不支持此类型");
    assertThat(http.get(latchkey.url() + "/oauth2/authorize?client_id=x", chinese).body())
        .contains("无法识别此应用");
    assertThat(http.form(latchkey.url() + "/oauth2/authorize?scope=x", Map.of(), chinese).body())
        .contains("同时在表单和地址中");
  }

  /** Answers to programs are part of the wire format and stay as they are documented. */
  @Test
  void programs_are_answered_in_english_whatever_they_prefer() {
    Http http = Http.here();
    Answer refused = http.form(latchkey.url() + "/oauth2/token", Map.of(), "Accept-Language", "zh");
    assertThat(refused.text("error_description"))
        .isEqualTo(http.form(latchkey.url() + "/oauth2/token", Map.of()).text("error_description"));
  }

  @Test
  void the_scope_is_described_in_the_readers_language() {
    App app = latchkey.app();
    browser.signIn(latchkey.person());
    String request = browser.get("/oauth2/authorize?" + app.request()).location();
    assertThat(browser.get(request, "Accept-Language", "zh").body())
        .contains("查看工作项及其属性。")
        .doesNotContain("See issues");
  }

  @Test
  void without_a_choice_the_system_decides_about_the_theme() {
    assertThat(browser.get("/sign-in").body())
        .contains("<meta name=\"color-scheme\" content=\"light dark\">")
        .doesNotContain("data-theme");
  }

  @Test
  void a_chosen_theme_is_kept_and_the_same_page_is_shown() {
    Answer chosen = chooseTheme("dark", "/sign-in?next=%2Faudit");

    assertThat(chosen.status()).isEqualTo(303);
    assertThat(chosen.location()).isEqualTo("/sign-in?next=%2Faudit");
    assertThat(chosen.header("Set-Cookie"))
        .contains("HttpOnly", "SameSite=Lax", "Max-Age=31536000");
    assertThat(browser.get("/sign-in").body())
        .contains("data-theme=\"dark\"", "<meta name=\"color-scheme\" content=\"dark\">");
  }

  @Test
  void an_unknown_theme_changes_nothing() {
    chooseTheme("light", "/sign-in");
    chooseTheme("\"><script>", "/sign-in");
    assertThat(browser.get("/sign-in").body()).contains("data-theme=\"light\"");
  }

  @Test
  void the_side_bar_is_narrow_if_the_reader_has_chosen_so() {
    browser.signIn(latchkey.person());
    Answer page = browser.get("/");
    assertThat(page.body()).contains("<body class=\"with-side\">");
    var form = Map.of("form_token", token(page), "back", "/", "side", "narrow");

    assertThat(browser.post("/side", form).location()).isEqualTo("/");

    assertThat(browser.get("/").body())
        .contains("<body class=\"with-side thin\">", "title=\"Connected apps\"");
    browser.post("/side", Map.of("form_token", token(page), "back", "/", "side", "other"));
    assertThat(browser.get("/").body()).contains("<body class=\"with-side\">");
  }

  private Answer chooseTheme(String theme, String back) {
    String token = token(browser.get("/sign-in"));
    return browser.post("/theme", Map.of("form_token", token, "theme", theme, "back", back));
  }

  private Answer choose(Answer page, String language, String back) {
    return browser.post(
        "/language",
        Http.fields(Map.of("form_token", token(page)), "language", language, "back", back));
  }

  private static String token(Answer page) {
    Matcher token = TOKEN.matcher(page.body());
    assertThat(token.find()).as("a switch on %s", page).isTrue();
    return token.group(1);
  }
}
