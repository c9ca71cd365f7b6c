package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.siege.Attack;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A small siege of a server that has no protection against it. */
class AttackerProcessTest {
  @Test
  void every_attacker_connects_and_is_counted() {
    Map<Attack, Integer> counts = new EnumMap<>(Attack.class);
    for (Attack attack : Attack.values()) {
      counts.put(attack, 5);
    }
    try (FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
        AttackerProcess siege =
            AttackerProcess.start(Cores.ofThisMachine(), server.port(), counts)) {
      String allOpen =
          "stalled body 5 of 5, left open 5 of 5, slow head 5 of 5, slow body 5 of 5,"
              + " slow reader 5 of 5";

      assertThat(siege.awaitOpened()).isEqualTo(allOpen);
      assertThat(siege.end()).isEqualTo(allOpen);
    }
  }
}
