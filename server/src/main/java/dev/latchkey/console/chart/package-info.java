/** Figures as bars, which pages draw. */
@NullMarked
package dev.latchkey.console.chart;

import org.jspecify.annotations.NullMarked;
