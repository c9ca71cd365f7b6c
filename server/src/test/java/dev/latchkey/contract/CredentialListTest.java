package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Answer;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OnBothStores;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of credentials: complete, in order, filtered, and divided into pages. */
class CredentialListTest extends OnBothStores {
    private static final String OWN = "/account/credentials";
    private static final String ALL = "/organization/credentials";
    private static final Pattern NAME = Pattern.compile("<strong>([^<]+)</strong></a>");
    private static final Pattern NEXT = Pattern.compile("href=\"([^\"]+)\"[^>]* rel=\"next\"");

    private final SecureRandom random = new SecureRandom();
    private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    private final Person administrator = latchkey.administrator(home);
    private final Browser browser = latchkey.browser();

    @BeforeEach
    void signIn() {
        browser.signIn(administrator);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NAME", "NEWEST", "LAST_USED"})
    void the_pages_of_a_long_list_leave_out_nothing_and_repeat_nothing(String order) {
        for (int i = 0; i < 120; i++) {
            if (i % 7 == 0) {
                latchkey.clock.pass(Duration.ofSeconds(1));
            }
            personal("App " + (i % 40), administrator);
        }

        for (String section : List.of(OWN, ALL)) {
            var names = new ArrayList<String>();
            int pages = 0;
            Optional<String> next = Optional.of(section + "?order=" + order);
            while (next.isPresent()) {
                Answer page = browser.get(next.get());
                names.addAll(names(page));
                next = next(page);
                pages++;
            }
            assertThat(pages).isEqualTo(3);
            assertThat(names).hasSize(120);
            if (order.equals("NAME")) {
                assertThat(names).isSorted();
            }
        }
    }

    @Test
    void a_search_is_literal_and_knows_names_and_client_identifiers() {
        App first = personal("Sync 100%", administrator);
        personal("Sync 1000", administrator);
        personal("Board_Sync", administrator);
        personal("BoardXSync", administrator);

        assertThat(listed("?q=100%25")).containsExactly("Sync 100%");
        assertThat(listed("?q=board_")).containsExactly("Board_Sync");
        assertThat(listed("?q=sync")).hasSize(4);
        assertThat(listed("?q=" + first.id())).containsExactly("Sync 100%");
        assertThat(listed("?q=%27%3B--")).isEmpty();
        assertThat(browser.get(ALL + "?q=%3Cb%3E").body()).contains("&lt;b>").doesNotContain("<b>");
    }

    @Test
    void the_list_is_filtered_by_type_and_state() {
        Person gone = latchkey.person(home, administrator.user().role(), latchkey.team(home));
        personal("Left behind", gone);
        personal("In use", administrator);
        Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
        latchkey.disable(gone);

        assertThat(listed("?type=PERSONAL")).containsExactly("In use", "Left behind");
        assertThat(listed("?state=OWNER_DISABLED")).containsExactly("Left behind");
        assertThat(listed("?state=LIVE&type=PERSONAL")).containsExactly("In use");
        assertThat(listed("?type=ORGANIZATION&state=NO_TOKEN")).isEmpty();

        Answer page = browser.get(ALL + "/" + machine.credential().clientId().value() + "/tokens");
        Matcher token = Pattern.compile("name=\"token\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(token.find()).isTrue();
        browser.submit(page, "token", token.group(1));
        assertThat(listed("?state=NO_TOKEN")).containsExactly(machine.credential().name());
    }

    @Test
    void tokens_are_counted_from_the_exchange_until_their_end() {
        App app = personal("Board Sync", administrator);
        Browser user = latchkey.browser().signIn(latchkey.person());
        String code = app.code(user);
        assertThat(browser.get(OWN).body()).contains("No active tokens");
        Tokens first = Tokens.of(app.redeem(code));
        Tokens second = app.tokens(user);
        assertThat(browser.get(OWN).body()).contains("2 active tokens");

        app.refresh(first.refresh());
        assertThat(browser.get(OWN).body()).contains("2 active tokens");
        app.revoke(second.access());
        assertThat(browser.get(OWN).body()).contains("1 active token");
    }

    @Test
    void the_tabs_show_what_a_deletion_would_end_and_what_has_happened() {
        App app = personal("Board Sync", administrator);
        Browser user = latchkey.browser().signIn(latchkey.person());
        app.tokens(user);
        app.tokens(user);
        app.code(user);

        assertThat(tab(app, "/settings"))
                .contains("Codes not exchanged yet: 1", "Access tokens: 2", "Refresh tokens: 2");
        assertThat(tab(app, "/activity"))
                .contains(
                        " created the credential ",
                        " gave the credential ",
                        " exchanged an authorization code of ");
    }

    private String tab(App app, String path) {
        return browser.get(OWN + "/" + app.id() + path).body().replaceAll("\\s+", " ");
    }

    @Test
    void unknown_filters_are_ignored_and_an_unknown_position_gives_an_empty_page() {
        personal("Board Sync", administrator);

        assertThat(listed("?order=nothing&type=x&state=%27&after=cli_1")).hasSize(1);
        assertThat(listed("?after=" + Id.CLIENT.draw(random).value())).isEmpty();
    }

    @Test
    void nobody_sees_the_list_of_another_organization() {
        personal("Board Sync", administrator);
        Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
        Browser stranger = latchkey.browser().signIn(other);

        assertThat(stranger.get(ALL).body()).doesNotContain("Board Sync");
        assertThat(stranger.get(ALL + "?organization=" + home.id().value()).status())
                .isEqualTo(404);
    }

    private List<String> listed(String query) {
        return names(browser.get(ALL + query));
    }

    private static List<String> names(Answer page) {
        assertThat(page.status()).isEqualTo(200);
        return NAME.matcher(page.body()).results().map(found -> found.group(1)).toList();
    }

    private static Optional<String> next(Answer page) {
        return NEXT.matcher(page.body())
                .results()
                .map(found -> found.group(1).replace("&amp;", "&"))
                .findFirst();
    }

    private App personal(String name, Person owner) {
        var credential =
                new Credential.Personal(
                        Id.CLIENT.draw(random),
                        name,
                        owner.user().organization(),
                        owner.user().id(),
                        Scopes.parse("read:issue:info"),
                        List.of(new RedirectUri("https://app.example/callback")),
                        Set.of(),
                        latchkey.clock.instant(),
                        1);
        Secret.Client secret = Secret.CLIENT.mint(random);
        latchkey.stores().credentials().credentials().create(credential, secret, latchkey.now());
        return new App(latchkey.url(), credential, secret.reveal());
    }
}
