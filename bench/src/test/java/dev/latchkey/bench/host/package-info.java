@NullMarked
package dev.latchkey.bench.host;

import org.jspecify.annotations.NullMarked;
