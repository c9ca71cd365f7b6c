package dev.latchkey.usage;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.UsePeriod;
import java.time.Instant;

final class MergedPeriod extends Merged<UsePeriod> {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private String lastFrom = "";

    @Override
    void merge(UsePeriod more) {
        first = Math.min(first, more.first().toEpochMilli());
        long at = more.last().at().toEpochMilli();
        if (at >= last) {
            last = at;
            setAddress(more.last().address());
        }
    }

    private void setAddress(String address) {
        if (!address.equals(lastFrom)) {
            lastFrom = address;
        }
    }

    @Override
    UsePeriod value() {
        return new UsePeriod(
                Instant.ofEpochMilli(first),
                new RequestMoment(Instant.ofEpochMilli(last), lastFrom));
    }
}
