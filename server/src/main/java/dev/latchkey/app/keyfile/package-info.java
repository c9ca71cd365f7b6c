/** The key file: its keys, their rotation, and what is encrypted with them. */
@NullMarked
package dev.latchkey.app.keyfile;

import org.jspecify.annotations.NullMarked;
