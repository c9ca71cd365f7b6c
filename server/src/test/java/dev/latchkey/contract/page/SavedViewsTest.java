package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.SavedViews;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filters of a list that a person names are one click away, for them or for all who see the list.
 */
class SavedViewsTest extends OnBothStores {
  private static final String PEOPLE = "/organization/people";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person olga = administrator(acme);
  private final Browser browser = latchkey.browser().signIn(olga);

  @Test
  void the_filters_of_a_list_get_a_name_and_a_link() {
    Answer saved = save(browser, "No factor", "factor=NONE");

    assertThat(saved.status()).isEqualTo(303);
    Answer list = browser.follow(saved);
    assertThat(list.body()).contains("<a class=\"chip\"");
    assertThat(current(list)).isEqualTo("No factor");
    assertThat(current(browser.get(PEOPLE))).isEqualTo("All");
  }

  @Test
  void a_list_without_filters_and_views_shows_nothing_of_them() {
    assertThat(browser.get(PEOPLE).body()).doesNotContain("class=\"views\"");
  }

  @Test
  void administrators_share_a_view_with_their_organization_and_no_other() {
    save(browser, "Ours", "factor=NONE", "shared", "yes");
    save(browser, "Mine", "q=x");

    Browser colleague = latchkey.browser().signIn(administrator(acme));
    assertThat(colleague.get(PEOPLE).body()).contains(">Ours<").doesNotContain(">Mine<");
    Person stranger = administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(latchkey.browser().signIn(stranger).get(PEOPLE).body()).doesNotContain(">Ours<");
  }

  @Test
  void a_member_saves_views_for_themselves_only() {
    Person member = latchkey.person(acme, User.Role.MEMBER, latchkey.team(acme));
    latchkey.app(member);
    latchkey.app(olga);
    Browser members = latchkey.browser().signIn(member);
    String filtered = "/account/credentials?state=UNUSED";
    Answer page = members.get("/account/credentials?q=a");
    assertThat(page.body()).contains("name=\"filters\"").doesNotContain("name=\"shared\"");

    members.submit(page, "name", "Of a member", "shared", "yes");

    assertThat(members.get(filtered).body()).contains(">Of a member<");
    assertThat(browser.get(filtered).body()).doesNotContain(">Of a member<");
  }

  @Test
  void a_list_opens_with_the_view_that_its_reader_has_chosen() {
    Answer list = browser.follow(save(browser, "No factor", "factor=NONE"));
    change(browser, list, "/views/first", view(list));

    Answer opened = browser.get(PEOPLE);
    assertThat(opened.status()).isEqualTo(302);
    assertThat(current(browser.follow(opened))).isEqualTo("No factor");
    assertThat(browser.get(PEOPLE + "?page=1").status()).isEqualTo(200);

    change(browser, browser.follow(opened), "/views/first", "");
    assertThat(browser.get(PEOPLE).status()).isEqualTo(200);
  }

  @Test
  void a_view_is_removed_on_the_page_and_what_is_refused_says_why() {
    Answer list = browser.follow(save(browser, "No factor", "factor=NONE"));
    change(browser, list, "/views/remove", view(list));
    assertThat(browser.get(PEOPLE).body()).doesNotContain("No factor");

    assertThat(save(browser, " ", "q=x").status()).isEqualTo(400);
    for (int i = 0; i < SavedViews.MAX; i++) {
      save(browser, "View " + i, "q=x");
    }
    Answer refused = save(browser, "One more", "q=y");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("You have saved 50 views");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&",
        "q=%00",
        "a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a"
      })
  void filters_with_which_a_list_could_not_open_are_no_view(String filters) {
    var fields = new HashMap<>(token(browser.get(PEOPLE)));
    fields.putAll(Map.of("list", "ORGANIZATION_PEOPLE", "name", "x", "filters", filters));

    assertThat(browser.post("/views", fields).status()).isEqualTo(400);
  }

  private Person administrator(Organization of) {
    return latchkey.person(of, User.Role.ORGANIZATION_ADMINISTRATOR, latchkey.team(of));
  }

  private static Answer save(Browser browser, String name, String filters, String... more) {
    Answer page = browser.get(PEOPLE + "?factor=NONE&q=z");
    String order =
        first(page, "name=\"filters\" value=\"([^\"]+)&amp;factor").replace("&amp;", "&");
    var fields = new HashMap<>(token(page));
    fields.putAll(Map.of("list", "ORGANIZATION_PEOPLE", "name", name));
    fields.putAll(Map.of("filters", order + "&" + filters, "back", PEOPLE + "?" + filters));
    if (more.length > 0) {
      fields.put(more[0], more[1]);
    }
    return browser.post("/views", fields);
  }

  private static void change(Browser browser, Answer page, String path, String view) {
    var fields = new HashMap<>(token(page));
    fields.putAll(Map.of("list", "ORGANIZATION_PEOPLE", "back", PEOPLE, "view", view));
    assertThat(browser.post(path, fields).status()).isEqualTo(303);
  }

  private static Map<String, String> token(Answer page) {
    return Map.of("form_token", first(page, "name=\"form_token\" value=\"([^\"]+)\""));
  }

  private static String view(Answer list) {
    return first(list, "name=\"view\" value=\"(view_[^\"]+)\"");
  }

  private static String current(Answer list) {
    return first(list, "<a href=\"[^\"]+\"(?: title=\"[^\"]+\")? aria-current=\"page\">([^<]+)<");
  }

  private static String first(Answer page, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(page.body());
    assertThat(found.find()).as("%s in %s", pattern, page.body()).isTrue();
    return found.group(1);
  }
}
