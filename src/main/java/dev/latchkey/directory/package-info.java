@NullMarked
package dev.latchkey.directory;

import org.jspecify.annotations.NullMarked;
