/**
 * The load generator: connections, their pace, and what was observed. It knows nothing of tokens.
 */
@NullMarked
package dev.latchkey.load;

import org.jspecify.annotations.NullMarked;
