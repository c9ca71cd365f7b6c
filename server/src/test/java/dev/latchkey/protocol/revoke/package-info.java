/** Requests that the revocation endpoint receives. */
@NullMarked
package dev.latchkey.protocol.revoke;

import org.jspecify.annotations.NullMarked;
