package dev.latchkey.usage;

import dev.latchkey.model.Occasion;
import dev.latchkey.model.Span;
import java.time.Instant;

final class Used extends Cell<Span> {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private String lastFrom = "";

    @Override
    void join(Span more) {
        first = Math.min(first, more.first().toEpochMilli());
        long at = more.last().at().toEpochMilli();
        if (at >= last) {
            last = at;
            comesFrom(more.last().address());
        }
    }

    private void comesFrom(String address) {
        if (!address.equals(lastFrom)) {
            lastFrom = address;
        }
    }

    @Override
    Span value() {
        return new Span(
                Instant.ofEpochMilli(first), new Occasion(Instant.ofEpochMilli(last), lastFrom));
    }
}
