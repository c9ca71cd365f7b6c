/** JMH benchmarks of parts of the package of the same name. */
@NullMarked
package dev.latchkey.edge.gateway;

import org.jspecify.annotations.NullMarked;
