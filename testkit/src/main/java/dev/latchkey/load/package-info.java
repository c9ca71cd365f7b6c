/**
 * The load generator: callers, connections, the pace of requests, and the results. It does not know
 * what a token is.
 */
@NullMarked
package dev.latchkey.load;

import org.jspecify.annotations.NullMarked;
