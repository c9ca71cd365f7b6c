@NullMarked
package dev.latchkey.token;

import org.jspecify.annotations.NullMarked;
