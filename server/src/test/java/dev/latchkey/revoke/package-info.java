/** Requests that the revocation endpoint receives. */
@NullMarked
package dev.latchkey.revoke;

import org.jspecify.annotations.NullMarked;
