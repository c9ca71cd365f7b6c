package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Span;
import java.util.Optional;

/** The time of a fault, and the node that it struck, if it was a single one. */
record Strike(Span during, Optional<Integer> node) {}
