@NullMarked
package dev.latchkey.bench;

import org.jspecify.annotations.NullMarked;
