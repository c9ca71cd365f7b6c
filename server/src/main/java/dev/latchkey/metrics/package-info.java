/** Figures for monitoring, as text. What is counted belongs to whoever counts it. */
@NullMarked
package dev.latchkey.metrics;

import org.jspecify.annotations.NullMarked;
