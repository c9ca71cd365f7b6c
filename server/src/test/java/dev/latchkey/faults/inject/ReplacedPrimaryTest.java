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
import org.junit.jupiter.api.Test;

/**
 * A primary that was unreachable while its standby was promoted comes back, and nothing has fenced
 * it. It still accepts connections as a primary, and it is the first server of the address.
 */
class ReplacedPrimaryTest {
    private final PostgresPair pair = PostgresPair.start();
    private final TcpProxy toFormer = TcpProxy.to(pair.primaryPort());
    private final TcpProxy toPromoted = TcpProxy.to(pair.standbyPort());
    private final Latchkey latchkey = Latchkey.start(settings());
    private final App app = latchkey.app();
    private final Browser browser = latchkey.browser().signIn(latchkey.person());
    private Tokens before;

    @BeforeEach
    void promote() {
        before = app.tokens(browser);
        assertThat(latchkey.isActive(before.access())).isTrue();
        toFormer.refuse();
        toFormer.cut(TcpProxy.Ending.RESET);
        pair.promoteUnfenced();
        Poll.until(() -> latchkey.introspect(before.access()).status() == 200, "the new primary");
    }

    @AfterEach
    void stop() {
        latchkey.close();
        toFormer.close();
        toPromoted.close();
        pair.close();
    }

    @Test
    void nothing_is_asked_of_a_primary_that_was_replaced() {
        Tokens since = app.tokens(browser);
        assertThat(app.revoke(before.access()).status()).isEqualTo(200);

        toFormer.pass();
        toPromoted.refuse();
        toPromoted.cut(TcpProxy.Ending.RESET);

        assertThat(latchkey.introspect(before.access()).status()).as("revoked").isEqualTo(503);
        assertThat(latchkey.introspect(since.access()).status()).as("active").isEqualTo(503);
        assertThat(app.revoke(since.access()).status()).as("no success in vain").isEqualTo(503);

        toPromoted.pass();
        Poll.until(() -> latchkey.introspect(since.access()).status() == 200, "the new primary");
        assertThat(latchkey.isActive(before.access())).isFalse();
        assertThat(latchkey.isActive(since.access())).isTrue();
    }

    private Settings settings() {
        String url = PostgresPair.url(pair.createDatabase(), toFormer.port(), toPromoted.port());
        return Latchkey.settings(Store.SQLITE).on(Optional.of(url));
    }
}
