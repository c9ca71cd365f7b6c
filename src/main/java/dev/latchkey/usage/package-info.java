@NullMarked
package dev.latchkey.usage;

import org.jspecify.annotations.NullMarked;
