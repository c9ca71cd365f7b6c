package dev.latchkey.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.fuzz.SentHeaders;
import java.util.Optional;

/** HTTP Basic: what is taken proves one client, and is nothing but a refusal otherwise. */
class BasicFuzzTest extends ParserFuzz {
    @Override
    protected void holds(byte[] input) {
        String sent = latin1(input);
        judge(
                ClientIdentity.of(
                        Requests.with(SentHeaders.in("Authorization: " + sent)),
                        Optional.empty(),
                        Optional.empty()));
        ClientIdentity.Pair.of(sent).ifPresent(BasicFuzzTest::assertIsReadAgain);
    }

    private static void judge(ClientIdentity identity) {
        switch (identity) {
            case ClientIdentity.Claimed claimed ->
                    assertThat(claimed.toString()).doesNotContain("lk_cs_");
            case ClientIdentity.Unusable unusable ->
                    assertThat(unusable.refusal().status()).isIn(400, 401);
        }
    }

    private static void assertIsReadAgain(ClientIdentity.Pair pair) {
        assertThat(pair.id()).isNotEmpty();
        if (pair.id().indexOf('%') < 0
                && pair.id().indexOf('+') < 0
                && pair.id().indexOf(':') < 0
                && pair.secret().indexOf('%') < 0
                && pair.secret().indexOf('+') < 0) {
            assertThat(ClientIdentity.Pair.of(pair.id() + ":" + pair.secret())).contains(pair);
        }
    }
}
