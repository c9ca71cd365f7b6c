package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The forms of credentials against misuse (security rows 83 to 140). */
class CredentialFormsTest extends OnBothStores {
  private static final Pattern ADDRESS = Pattern.compile("(?:href|action)=\"(/[^\"#]*)");
  private static final Pattern SECRET = Pattern.compile("lk_[a-z]{2}_");

  private final Person administrator = latchkey.administrator();
  private final App app = latchkey.app(administrator);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(administrator);
  }

  @Test
  void a_form_that_is_not_ours_changes_nothing() {
    String own = token(browser);
    String foreign = token(latchkey.browser().signIn(latchkey.person()));
    String otherSession = token(latchkey.browser().signIn(administrator));

    for (String path : acts()) {
      for (String token : List.of("", "x", foreign, otherSession)) {
        assertThat(browser.post(path, Map.of("form_token", token)).status())
            .as("%s with %s", path, token)
            .isEqualTo(403);
      }
      for (String site : List.of("cross-site", "same-site")) {
        assertThat(browser.post(path, Map.of("form_token", own), "Sec-Fetch-Site", site).status())
            .as("%s from %s", path, site)
            .isEqualTo(403);
      }
    }

    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(latchkey.owned(administrator)).hasSize(2);
  }

  @Test
  void nothing_changes_by_get_or_head() {
    for (String path : acts()) {
      if (path.matches(
          ".*/(secrets|tokens)/new|.*/(check|delete|transfer|transfer/withdraw|offer/decline)")) {
        assertThat(browser.get(path).status()).as(path).isEqualTo(405);
        assertThat(Http.here().method("HEAD", latchkey.url() + path).status())
            .as(path)
            .isEqualTo(405);
      }
    }
  }

  @Test
  void a_page_that_asks_ends_nothing() {
    String secret = Secret.CLIENT.parse(app.secret()).orElseThrow().hash().text();
    String token = Secret.ORGANIZATION.parse(machine.token()).orElseThrow().hash().text();
    String given = app.tokens(browser).access();
    for (String path : acts()) {
      if (path.endsWith("/retire") || path.endsWith("/revoke") || path.endsWith("/end")) {
        browser.get(path + "?everyone=yes&secret=" + secret + "&token=" + token);
      }
    }

    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(latchkey.isActive(given)).isTrue();
    assertThat(app.inspect("lk_at_unknown").status()).isEqualTo(200);
  }

  @Test
  void no_address_carries_a_secret() {
    var seen = new HashSet<String>();
    var waiting = new ArrayDeque<>(List.of("/account/credentials", "/audit"));
    while (!waiting.isEmpty()) {
      String path = waiting.poll();
      assertThat(SECRET.matcher(path).find()).as(path).isFalse();
      if (seen.add(path) && seen.size() <= 150) {
        Answer page = browser.get(path);
        page.headers().firstValue("Location").ifPresent(waiting::add);
        ADDRESS
            .matcher(page.body())
            .results()
            .map(found -> found.group(1).replace("&amp;", "&"))
            .forEach(waiting::add);
      }
    }
    assertThat(seen).contains("/account/credentials/" + app.id(), "/organization/credentials");
  }

  @Test
  void the_credential_of_another_person_is_404_by_every_method() {
    Browser stranger = latchkey.browser().signIn(latchkey.person());
    Browser administrating = latchkey.browser().signIn(elsewhere());
    String path = "/account/credentials/" + app.id();
    for (Browser other : List.of(stranger, administrating)) {
      Map<String, String> form = Map.of("form_token", token(other));
      assertThat(other.get(path).status()).isEqualTo(404);
      for (String act :
          List.of(
              "/settings",
              "/secrets/new",
              "/secrets/retire",
              "/transfer",
              "/transfer/withdraw",
              "/offer",
              "/offer/decline",
              "/access/end",
              "/access/child",
              "/delete")) {
        assertThat(other.post(path + act, form).status()).as(act).isEqualTo(404);
      }
    }
    for (String id : List.of(app.id(), machine.credential().clientId().value())) {
      Map<String, String> form = Map.of("form_token", token(administrating));
      String there = "/organization/credentials/" + id;
      assertThat(administrating.get(there).status()).isEqualTo(404);
      for (String act :
          List.of(
              "/settings",
              "/tokens/new",
              "/tokens/revoke",
              "/tokens/child",
              "/transfer",
              "/transfer/withdraw",
              "/delete")) {
        assertThat(administrating.post(there + act, form).status()).as(act).isEqualTo(404);
      }
    }
    assertThat(latchkey.owned(administrator)).hasSize(2);
  }

  @Test
  void fields_that_no_form_has_are_ignored() {
    Person other = latchkey.person();
    Map<String, String> form =
        Http.fields(
            Browser.hidden(browser.get("/account/credentials/new")),
            "name",
            "Board Sync",
            "redirect_uri",
            "https://app.example/callback",
            "scope",
            "read:issue:info",
            "type",
            "ORGANIZATION",
            "owner_id",
            other.id(),
            "organization_id",
            "org_x",
            "team_id",
            other.team(),
            "client_id",
            "cli_x",
            "client_secret",
            "x");

    assertThat(browser.post("/account/credentials/new", form).status()).isEqualTo(200);

    assertThat(latchkey.owned(other)).isEmpty();
    assertThat(latchkey.owned(administrator))
        .filteredOn(made -> made.name().equals("Board Sync"))
        .singleElement()
        .isInstanceOf(Credential.Personal.class)
        .matches(made -> !made.clientId().value().equals("cli_x"));
  }

  @Test
  void a_path_with_a_file_extension_is_not_found() {
    for (String path :
        List.of(
            "/account/credentials/x.css",
            "/account/credentials/" + app.id() + ".css",
            "/account/credentials/" + app.id() + "/x.css",
            "/organization/credentials/x.css",
            "/audit/x.css")) {
      Answer answer = browser.get(path);
      assertThat(answer.status()).as(path).isEqualTo(404);
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
      assertThat(answer.body()).doesNotContain(app.credential().name());
    }
  }

  private List<String> acts() {
    String own = "/account/credentials/" + app.id();
    String all = "/organization/credentials/" + machine.credential().clientId().value();
    return List.of(
        "/account/credentials/new",
        "/account/credentials/new/check",
        own + "/settings",
        own + "/secrets/new",
        own + "/secrets/retire",
        own + "/transfer",
        own + "/transfer/withdraw",
        own + "/offer",
        own + "/offer/decline",
        own + "/access/end",
        own + "/access/child",
        own + "/delete",
        "/organization/credentials/new",
        "/organization/credentials/new/check",
        all + "/settings",
        all + "/tokens/new",
        all + "/tokens/revoke",
        all + "/tokens/child",
        all + "/transfer",
        all + "/transfer/withdraw",
        all + "/delete");
  }

  private Person elsewhere() {
    return latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
  }

  private static String token(Browser from) {
    return Browser.hidden(from.get("/account/credentials/new")).get("form_token");
  }
}
