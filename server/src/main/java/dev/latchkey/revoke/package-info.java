/** Revocation (contract 4.6, RFC 7009). Ending the pair belongs to {@code storage}. */
@NullMarked
package dev.latchkey.revoke;

import org.jspecify.annotations.NullMarked;
