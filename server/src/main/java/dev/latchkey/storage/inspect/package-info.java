/** Looks at a store from outside, without changing it and whether or not a server uses it. */
@NullMarked
package dev.latchkey.storage.inspect;

import org.jspecify.annotations.NullMarked;
