/** The time of this process and that of the store. */
@NullMarked
package dev.latchkey.model.time;

import org.jspecify.annotations.NullMarked;
