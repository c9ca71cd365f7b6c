@NullMarked
package dev.latchkey.protocol.introspect;

import org.jspecify.annotations.NullMarked;
