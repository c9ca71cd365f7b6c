@NullMarked
package dev.latchkey.introspect;

import org.jspecify.annotations.NullMarked;
