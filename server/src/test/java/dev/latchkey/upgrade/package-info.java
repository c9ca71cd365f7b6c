/** One release that replaces another one on the same store. */
@NullMarked
package dev.latchkey.upgrade;

import org.jspecify.annotations.NullMarked;
