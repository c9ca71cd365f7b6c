package dev.latchkey.model;

import java.time.Instant;

/** From the first use to the last, and where the last one came from. */
public record UsePeriod(Instant first, RequestMoment last) {
    public static UsePeriod at(RequestMoment once) {
        return new UsePeriod(once.at(), once);
    }
}
