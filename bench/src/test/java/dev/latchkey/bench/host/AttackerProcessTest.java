package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.siege.Attack;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A very small siege of a server that does not defend itself. */
class BesiegersTest {
    @Test
    void every_attacker_gets_in_and_the_count_says_so() {
        Map<Attack, Integer> counts = new EnumMap<>(Attack.class);
        for (Attack attack : Attack.values()) {
            counts.put(attack, 5);
        }
        try (FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
                Besiegers siege = Besiegers.start(Cores.ofThisMachine(), server.port(), counts)) {
            String everyone =
                    "stalled body 5 of 5, left open 5 of 5, slow head 5 of 5, slow body 5 of 5,"
                            + " slow reader 5 of 5";

            assertThat(siege.stands()).isEqualTo(everyone);
            assertThat(siege.end()).isEqualTo(everyone);
        }
    }
}
