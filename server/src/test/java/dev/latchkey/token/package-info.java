/** Requests that the token endpoint receives. */
@NullMarked
package dev.latchkey.token;

import org.jspecify.annotations.NullMarked;
