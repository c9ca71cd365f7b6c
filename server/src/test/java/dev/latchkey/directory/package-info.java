/** Requests to the calls of the directory. */
@NullMarked
package dev.latchkey.directory;

import org.jspecify.annotations.NullMarked;
