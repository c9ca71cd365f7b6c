@NullMarked
package dev.latchkey.load;

import org.jspecify.annotations.NullMarked;
