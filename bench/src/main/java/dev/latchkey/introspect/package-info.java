/** Pieces of the package of the same name, measured by themselves with JMH. */
@NullMarked
package dev.latchkey.introspect;

import org.jspecify.annotations.NullMarked;
