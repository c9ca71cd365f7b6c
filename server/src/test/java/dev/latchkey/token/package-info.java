/** What the token endpoint is sent. */
@NullMarked
package dev.latchkey.token;

import org.jspecify.annotations.NullMarked;
