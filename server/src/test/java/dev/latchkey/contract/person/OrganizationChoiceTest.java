package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages that offer organizations to a super administrator do not grow with the platform. */
class OrganizationChoiceTest extends OnBothStores {
  private static final Pattern ID = Pattern.compile("org_[A-Za-z0-9]+");

  @ParameterizedTest
  @ValueSource(strings = {"/organization/credentials", "/organization/people", "/audit"})
  void a_page_offers_twenty_organizations_and_leads_to_the_others(String path) {
    Organization last =
        Stream.generate(() -> latchkey.organization(Organization.Kind.MULTI_TEAM))
            .limit(25)
            .max(Comparator.comparing(Organization::name))
            .orElseThrow();

    String page = chief().get(path + "?organization=" + last.id().value()).body();

    List<String> offered = ID.matcher(page).results().map(MatchResult::group).distinct().toList();
    assertThat(offered).hasSizeBetween(20, 22).contains(last.id().value());
    assertThat(page).containsPattern("<a href=\"/platform/organizations\">All organizations</a>");
  }

  @Test
  void the_menu_of_organizations_is_a_search() {
    String menu = chief().get("/").body().replaceFirst("(?s).*id=\"context-menu\"", "");

    assertThat(menu.replaceFirst("(?s)</form>.*", ""))
        .contains("action=\"/platform/organizations\"", "Personal", "Platform")
        .containsOnlyOnce("org_");
  }

  private Browser chief() {
    Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    return latchkey
        .browser()
        .signIn(latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home)));
  }
}
