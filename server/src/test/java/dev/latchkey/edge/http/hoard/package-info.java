/**
 * Clients that make the server hold as much as they can, of every kind that is known, all at once,
 * against the program with the smallest heap that is supported.
 */
@NullMarked
package dev.latchkey.edge.http.hoard;

import org.jspecify.annotations.NullMarked;
