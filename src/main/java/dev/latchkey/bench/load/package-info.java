@NullMarked
package dev.latchkey.bench.load;

import org.jspecify.annotations.NullMarked;
