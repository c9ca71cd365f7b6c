/**
 * The benchmark, {@code ./latchkey bench}: scenarios, their measurements and the report. Nothing of
 * it runs while Latchkey serves.
 */
@NullMarked
package dev.latchkey.bench;

import org.jspecify.annotations.NullMarked;
