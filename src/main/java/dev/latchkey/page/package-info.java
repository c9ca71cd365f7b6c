@NullMarked
package dev.latchkey.page;

import org.jspecify.annotations.NullMarked;
