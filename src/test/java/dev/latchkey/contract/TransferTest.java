package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Answer;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Http;
import dev.latchkey.harness.OnBothStores;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.model.Organization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A personal credential goes to another owner (decisions 6.3 and 6.4). */
class TransferTest extends OnBothStores {
    private static final String OWN = "/account/credentials";
    private static final String ALL = "/organization/credentials";

    private final Person owner = latchkey.person();
    private final Person heir = latchkey.person();
    private final Person administrator = latchkey.administrator();
    private final App app = latchkey.app(owner);
    private final Browser browser = latchkey.browser();

    @BeforeEach
    void signIn() {
        browser.signIn(owner);
    }

    @Test
    void the_owner_gives_it_away_and_its_app_goes_on() {
        Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));

        assertThat(transfer(browser, OWN, heir).status()).isEqualTo(303);

        assertThat(latchkey.isActive(tokens.access())).isTrue();
        assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
        assertThat(browser.get(page(OWN)).status()).isEqualTo(404);
        assertThat(latchkey.browser().signIn(heir).get(page(OWN)).status()).isEqualTo(200);
        assertThat(trail("ok", owner, heir)).isEqualTo(1);
    }

    @Test
    void an_administrator_takes_over_for_a_disabled_owner_and_what_others_granted_works_again() {
        Tokens others = app.tokens(latchkey.browser().signIn(latchkey.person()));
        Tokens own = app.tokens(browser);
        latchkey.disable(owner);
        assertThat(latchkey.isActive(others.access())).isFalse();
        assertThat(latchkey.isActive(own.access())).isFalse();

        Answer done = transfer(latchkey.browser().signIn(administrator), ALL, heir);

        assertThat(done.status()).isEqualTo(303);
        assertThat(latchkey.isActive(others.access())).isTrue();
        assertThat(app.refresh(others.refresh()).status()).isEqualTo(200);
        assertThat(latchkey.isActive(own.access())).isFalse();
        assertThat(trail("ok", administrator, heir)).isEqualTo(1);
        assertThat(trail("taken_over", administrator, owner)).isEqualTo(1);
    }

    @Test
    void only_an_active_person_of_the_same_organization_can_receive_it() {
        Person disabled = latchkey.person();
        latchkey.disable(disabled);
        Person elsewhere =
                latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));

        for (Person unfit : List.of(disabled, elsewhere, owner)) {
            assertThat(transfer(browser, OWN, unfit).status()).isEqualTo(400);
        }

        assertThat(browser.get(page(OWN)).status()).isEqualTo(200);
    }

    @Test
    void of_many_transfers_at_once_one_is_done() {
        List<Person> heirs = List.of(heir, latchkey.person(), latchkey.person(), administrator);
        Map<String, String> form = Browser.hidden(browser.get(page(OWN)));

        List<Answer> answers =
                Crowd.of(
                        heirs.size(),
                        i ->
                                browser.post(
                                        page(OWN) + "/transfer",
                                        Http.fields(form, "new_owner", heirs.get(i).email())));

        assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
        assertThat(heirs.stream().filter(this::owns)).hasSize(1);
        assertThat(owns(owner)).isFalse();
    }

    @Test
    void a_change_begun_before_the_transfer_is_not_saved_after_it() {
        Map<String, String> form =
                Http.fields(
                        Browser.hidden(browser.get(page(OWN))),
                        "name",
                        "Mine for ever",
                        "redirect_uri",
                        "https://mine.example/callback",
                        "scope",
                        "read:issue:info");
        transfer(browser, OWN, heir);

        assertThat(browser.post(page(OWN), form).status()).isEqualTo(404);
        assertThat(browser.post(page(OWN) + "/secrets/new", form).status()).isEqualTo(404);
        assertThat(latchkey.browser().signIn(heir).get(page(OWN)).body())
                .doesNotContain("Mine for ever");
    }

    @Test
    void long_after_sign_in_it_needs_the_password() {
        latchkey.clock.pass(Duration.ofMinutes(11));

        assertThat(transfer(browser, OWN, heir).status()).isEqualTo(403);
        assertThat(owns(owner)).isTrue();
        assertThat(transfer(browser, OWN, heir, "current_password", owner.password()).status())
                .isEqualTo(303);
    }

    @Test
    void nobody_else_can_take_it() {
        Person elsewhere =
                latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
        for (Person stranger : List.of(heir, elsewhere)) {
            Browser other = latchkey.browser().signIn(stranger);
            assertThat(transfer(other, OWN, stranger).status()).isEqualTo(404);
            assertThat(transfer(other, ALL, stranger).status()).isIn(403, 404);
        }
        assertThat(owns(owner)).isTrue();
    }

    private boolean owns(Person person) {
        return latchkey.owned(person).stream()
                .anyMatch(credential -> credential.clientId().value().equals(app.id()));
    }

    private Answer transfer(Browser from, String place, Person to, String... more) {
        String token = Browser.hidden(from.get("/account/credentials/new")).get("form_token");
        return from.post(
                page(place) + "/transfer",
                Http.fields(Map.of("form_token", token, "new_owner", to.email()), more));
    }

    private String page(String place) {
        return place + "/" + app.id();
    }

    private long trail(String outcome, Person by, Person about) {
        return latchkey.log()
                .lines()
                .filter(line ->
                        line.contains("\"credential_transfer\"")
                                && line.contains("\"outcome\":\"" + outcome + "\"")
                                && line.contains("\"user_id\":\"" + by.id())
                                && line.contains("\"about_user_id\":\"" + about.id())
                                && line.contains(app.id()))
                .count();
    }
}
