/** Calls that were decided, as the request log keeps and searches them. */
@NullMarked
package dev.latchkey.model.call;

import org.jspecify.annotations.NullMarked;
