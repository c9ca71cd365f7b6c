/**
 * The token endpoint (contract 4.2, 4.3): a code is exchanged, a refresh token is used. The moves
 * themselves belong to {@code storage}.
 */
@NullMarked
package dev.latchkey.token;

import org.jspecify.annotations.NullMarked;
