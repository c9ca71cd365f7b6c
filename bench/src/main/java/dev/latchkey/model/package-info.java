/** JMH benchmarks of parts of the package of the same name. */
@NullMarked
package dev.latchkey.model;

import org.jspecify.annotations.NullMarked;
