/** The request log in the console and in the management API. */
@NullMarked
package dev.latchkey.console.call;

import org.jspecify.annotations.NullMarked;
