/**
 * The program. {@link Main} starts it. An {@link Installation} opens the database, and {@link
 * Wiring} builds the server on it, with one class for the routes of each group of features. What a
 * feature does belongs to the package of the feature, not here.
 */
@NullMarked
package dev.latchkey.app;

import org.jspecify.annotations.NullMarked;
