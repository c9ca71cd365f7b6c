@NullMarked
package dev.latchkey.credential;

import org.jspecify.annotations.NullMarked;
