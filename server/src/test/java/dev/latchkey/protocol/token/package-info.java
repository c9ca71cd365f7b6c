/** Requests that the token endpoint receives. */
@NullMarked
package dev.latchkey.protocol.token;

import org.jspecify.annotations.NullMarked;
