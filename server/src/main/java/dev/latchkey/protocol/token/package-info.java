/**
 * The token endpoint (contract 4.2, 4.3): it exchanges a code or a refresh token for a pair of
 * tokens. The transactions that do this belong to {@code storage}.
 */
@NullMarked
package dev.latchkey.protocol.token;

import org.jspecify.annotations.NullMarked;
