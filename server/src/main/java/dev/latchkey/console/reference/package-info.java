/** The page of all calls of the open interface, from which a developer can try one. */
@NullMarked
package dev.latchkey.console.reference;

import org.jspecify.annotations.NullMarked;
