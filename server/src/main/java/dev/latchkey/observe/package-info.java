/**
 * What an operator can have recorded of each request: a line in the access log, and a span of a
 * trace. All of it is off unless it is configured.
 */
@NullMarked
package dev.latchkey.observe;

import org.jspecify.annotations.NullMarked;
