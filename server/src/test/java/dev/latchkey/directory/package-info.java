/** What the calls of the directory are asked for. */
@NullMarked
package dev.latchkey.directory;

import org.jspecify.annotations.NullMarked;
