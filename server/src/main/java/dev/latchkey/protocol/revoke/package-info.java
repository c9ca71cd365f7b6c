/**
 * The revocation endpoint (contract 4.6, RFC 7009). The transaction that revokes the pair belongs
 * to {@code storage}.
 */
@NullMarked
package dev.latchkey.protocol.revoke;

import org.jspecify.annotations.NullMarked;
