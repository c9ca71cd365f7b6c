/** What the revocation endpoint is sent. */
@NullMarked
package dev.latchkey.revoke;

import org.jspecify.annotations.NullMarked;
