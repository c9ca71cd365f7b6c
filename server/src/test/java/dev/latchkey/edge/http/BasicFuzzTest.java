package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.fuzz.SentHeaders;
import java.util.Optional;

/** HTTP Basic: an input is either accepted as the proof of one client or refused. */
class BasicFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    check(
        ClientIdentity.of(
            Requests.with(SentHeaders.in("Authorization: " + sent)),
            Optional.empty(),
            Optional.empty()));
    ClientIdentity.Pair.of(sent).ifPresent(BasicFuzzTest::assertParsesAgain);
  }

  private static void check(ClientIdentity identity) {
    switch (identity) {
      case ClientIdentity.Claimed claimed ->
          assertThat(claimed.toString()).doesNotContain("lk_cs_");
      case ClientIdentity.Unusable unusable ->
          assertThat(unusable.refusal().status()).isIn(400, 401);
    }
  }

  private static void assertParsesAgain(ClientIdentity.Pair pair) {
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
