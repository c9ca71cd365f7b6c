/**
 * Logos that people send. An image within the limits is decoded and drawn again; only what this
 * program has drawn is stored.
 */
@NullMarked
package dev.latchkey.credential.logo;

import org.jspecify.annotations.NullMarked;
