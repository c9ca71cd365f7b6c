/** Whether a token is active, and whether a client is who it claims to be. */
@NullMarked
package dev.latchkey.storage.checks;

import org.jspecify.annotations.NullMarked;
