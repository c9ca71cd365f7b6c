/** Pieces of the package of the same name, measured by themselves with JMH. */
@NullMarked
package dev.latchkey.storage.cache;

import org.jspecify.annotations.NullMarked;
