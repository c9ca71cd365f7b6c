/**
 * The demo of {@code ./latchkey demo}: its sample platform and its sample data. No code of this
 * package runs under {@code serve}.
 */
@NullMarked
package dev.latchkey.app.demo;

import org.jspecify.annotations.NullMarked;
