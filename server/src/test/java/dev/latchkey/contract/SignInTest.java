package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Answer;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Http;
import dev.latchkey.harness.OnBothStores;
import dev.latchkey.harness.Person;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Attempts to guess passwords (security rows 98 and 99). */
class SignInTest extends OnBothStores {
    private final Person person = latchkey.person();
    private final Browser browser = latchkey.browser();

    @Test
    void of_many_guesses_at_once_in_many_spellings_ten_are_compared() {
        List<String> spellings =
                List.of(
                        person.email(),
                        person.email().toUpperCase(Locale.ROOT),
                        " " + person.email(),
                        person.email() + "\t");
        Map<String, String> form = Browser.hidden(browser.get("/sign-in"));

        List<Answer> answers =
                Crowd.of(
                        40,
                        i ->
                                browser.at(latchkey.url())
                                        .post(
                                                "/sign-in",
                                                Http.fields(
                                                        form,
                                                        "email",
                                                        spellings.get(i % spellings.size()),
                                                        "password",
                                                        "wrong " + i)));

        assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(10);
        assertThat(answers).filteredOn(answer -> answer.status() == 429).hasSize(30);
    }

    @Test
    void guesses_from_another_address_do_not_lock_the_owner_out() {
        var guesser = new Browser(latchkey.url(), Http.elsewhere());
        Answer last = guesser.get("/sign-in");
        for (int i = 0; i < 12; i++) {
            last = signIn(guesser, "wrong " + i);
        }

        assertThat(last.status()).isEqualTo(429);
        assertThat(signIn(browser, person.password()).status()).isEqualTo(303);
    }

    private Answer signIn(Browser by, String password) {
        return by.submit(by.get("/sign-in"), "email", person.email(), "password", password);
    }
}
