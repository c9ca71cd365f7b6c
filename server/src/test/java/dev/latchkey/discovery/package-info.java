@NullMarked
package dev.latchkey.discovery;

import org.jspecify.annotations.NullMarked;
