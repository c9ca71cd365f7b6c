package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Span;
import java.util.Optional;

/** When a fault was there, and which node it struck if it was one. */
record Strike(Span during, Optional<Integer> node) {}
