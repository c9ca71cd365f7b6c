@NullMarked
package dev.latchkey;

import org.jspecify.annotations.NullMarked;
