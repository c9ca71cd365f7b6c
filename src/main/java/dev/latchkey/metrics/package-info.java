@NullMarked
package dev.latchkey.metrics;

import org.jspecify.annotations.NullMarked;
