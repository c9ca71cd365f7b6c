/**
 * Copies of a whole store: into a file, from a file, and into another database. A copy is read from
 * one consistent state, and compared with what was read before it counts as complete.
 */
@NullMarked
package dev.latchkey.storage.copy;

import org.jspecify.annotations.NullMarked;
