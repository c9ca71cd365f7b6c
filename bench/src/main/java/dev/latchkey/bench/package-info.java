/**
 * The benchmark, {@code ./latchkey bench}: scenarios, their measurements and the report. It is no
 * part of a Latchkey server.
 */
@NullMarked
package dev.latchkey.bench;

import org.jspecify.annotations.NullMarked;
