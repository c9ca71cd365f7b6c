/**
 * The program. {@link Main} starts it, {@link Wiring} builds every object once and connects them.
 * What a feature does belongs to the package of the feature.
 */
@NullMarked
package dev.latchkey;

import org.jspecify.annotations.NullMarked;
