/** Work in the background and in turn, what it measures, and how it fails. */
@NullMarked
package dev.latchkey.model.process;

import org.jspecify.annotations.NullMarked;
