/**
 * Sends requests that a grammar makes to a real server on raw sockets, and checks rules that no
 * answer may break.
 */
@NullMarked
package dev.latchkey.fuzz.wire;

import org.jspecify.annotations.NullMarked;
