/**
 * The introspection endpoint (contract 4.5): it tells whether a token is active, and for whom. The
 * look-up of tokens belongs to {@code storage}.
 */
@NullMarked
package dev.latchkey.protocol.introspect;

import org.jspecify.annotations.NullMarked;
