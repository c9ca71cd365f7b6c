/** Programs that pages show. */
@NullMarked
package dev.latchkey.console.program;

import org.jspecify.annotations.NullMarked;
