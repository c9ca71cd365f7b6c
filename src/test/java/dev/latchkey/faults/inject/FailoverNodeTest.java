package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Latchkey on a pair of PostgreSQL servers, each behind a proxy. */
@Tag("long")
class FailoverNodeTest {
    private final PostgresPair pair = PostgresPair.start();
    private final TcpProxy toPrimary = TcpProxy.to(pair.primaryPort());
    private final TcpProxy toStandby = TcpProxy.to(pair.standbyPort());
    private final Latchkey latchkey = Latchkey.start(settings());
    private final App app = latchkey.app();
    private Tokens tokens;

    @BeforeEach
    void obtain() {
        Browser browser = latchkey.browser().signIn(latchkey.person());
        tokens = app.tokens(browser);
    }

    @AfterEach
    void stop() {
        latchkey.close();
        toPrimary.close();
        toStandby.close();
        pair.close();
    }

    @Test
    void the_promoted_standby_has_what_was_answered() {
        Tokens refreshed = Tokens.of(app.refresh(tokens.refresh()));
        pair.killPrimary();
        assertThat(latchkey.introspect(refreshed.access()).status()).isEqualTo(503);

        pair.promoteStandby();

        Poll.until(
                () -> latchkey.introspect(refreshed.access()).status() == 200,
                "an answer from the former standby");
        assertThat(latchkey.isActive(refreshed.access())).isTrue();
        assertThat(latchkey.isActive(tokens.access())).isFalse();
        assertThat(app.refresh(refreshed.refresh()).status()).isEqualTo(200);
    }

    @Test
    void a_refresh_whose_commit_is_not_confirmed_has_been_done() {
        toPrimary.swallowCommits(1, TcpProxy.Ending.RESET);

        assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(503);

        assertThat(toPrimary.swallowedCommits()).isEqualTo(1);
        assertThat(latchkey.isActive(tokens.access())).isFalse();
    }

    private Settings settings() {
        String url = PostgresPair.url(pair.createDatabase(), toPrimary.port(), toStandby.port());
        return Latchkey.settings(Store.SQLITE).with(to -> to.database = Optional.of(url));
    }
}
