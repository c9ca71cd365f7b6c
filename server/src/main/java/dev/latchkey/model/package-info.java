/**
 * The nouns of the contract, as immutable values that are sound once they exist. Nothing here does
 * input or output, and nothing here knows another package of Latchkey.
 */
@NullMarked
package dev.latchkey.model;

import org.jspecify.annotations.NullMarked;
