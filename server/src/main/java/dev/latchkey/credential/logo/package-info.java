/**
 * Logos that people send: what may be read is read, and drawn anew. What is stored was written by
 * this program.
 */
@NullMarked
package dev.latchkey.credential.logo;

import org.jspecify.annotations.NullMarked;
