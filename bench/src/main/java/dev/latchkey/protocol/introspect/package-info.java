/** JMH benchmarks of parts of the package of the same name. */
@NullMarked
package dev.latchkey.protocol.introspect;

import org.jspecify.annotations.NullMarked;
