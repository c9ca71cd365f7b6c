/**
 * What all calls of the management API have in common: who calls, with which scope, and how lists,
 * changes and errors look. A call itself belongs to the package of its feature, beside the page
 * that does the same.
 */
@NullMarked
package dev.latchkey.api;

import org.jspecify.annotations.NullMarked;
