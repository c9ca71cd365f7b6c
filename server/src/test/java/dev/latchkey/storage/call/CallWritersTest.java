package dev.latchkey.storage.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.person.Organization;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A process that ended without stopping is noticed, and one that stops or runs is not. */
class CallWritersTest extends OnBothStores {
  private final CallWriters writers = latchkey.stores().operation().calls().writers();

  @Test
  void only_a_process_that_is_gone_leaves_a_gap_which_the_page_shows() {
    Instant now = latchkey.clock.instant();
    Instant last = now.minus(Duration.ofMinutes(9));
    writers.written("killed", last);
    writers.written("stopped", last.minusSeconds(1));
    writers.end("stopped");
    writers.written("running", now);
    writers.notice(now);
    writers.notice(now);

    assertThat(writers.gaps(now.minusSeconds(1))).containsExactly(new CallWriters.Gap(last, now));
    Person head = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(latchkey.browser().signIn(head).get("/calls").body())
        .contains("a process of Latchkey ended without stopping");
    writers.end("running");
  }
}
