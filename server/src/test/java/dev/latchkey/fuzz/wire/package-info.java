/** Requests that a grammar makes, sent on raw sockets to a real server, and what may not happen. */
@NullMarked
package dev.latchkey.fuzz.wire;

import org.jspecify.annotations.NullMarked;
