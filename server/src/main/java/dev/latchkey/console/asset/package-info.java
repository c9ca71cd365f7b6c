/** The files that pages load, the brand of the operator, and their compression. */
@NullMarked
package dev.latchkey.console.asset;

import org.jspecify.annotations.NullMarked;
