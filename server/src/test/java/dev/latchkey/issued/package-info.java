@NullMarked
package dev.latchkey.issued;

import org.jspecify.annotations.NullMarked;
