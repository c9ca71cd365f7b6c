package dev.latchkey.model;

import java.time.Instant;

/** From the first use to the last, and where the last one came from. */
public record Span(Instant first, Occasion last) {
    public static Span at(Occasion once) {
        return new Span(once.at(), once);
    }
}
