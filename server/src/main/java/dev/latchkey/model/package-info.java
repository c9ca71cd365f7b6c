/**
 * The terms of the contract as immutable values. A constructor refuses invalid data, so every value
 * that exists is valid. Classes here do no input or output and depend on no other package of
 * Latchkey.
 */
@NullMarked
package dev.latchkey.model;

import org.jspecify.annotations.NullMarked;
