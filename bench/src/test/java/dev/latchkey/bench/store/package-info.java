@NullMarked
package dev.latchkey.bench.store;

import org.jspecify.annotations.NullMarked;
