package dev.latchkey.model;

import java.time.Instant;

/** The time of the first use, and the moment of the last use with its address. */
public record UsePeriod(Instant first, RequestMoment last) {
    public static UsePeriod at(RequestMoment once) {
        return new UsePeriod(once.at(), once);
    }
}
