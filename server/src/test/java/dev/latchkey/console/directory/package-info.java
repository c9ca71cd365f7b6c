/** Requests to the calls of the directory. */
@NullMarked
package dev.latchkey.console.directory;

import org.jspecify.annotations.NullMarked;
