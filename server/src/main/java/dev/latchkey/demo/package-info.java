/**
 * The sample platform of {@code ./latchkey demo}, and the sample data. Nothing of it runs under
 * {@code serve}.
 */
@NullMarked
package dev.latchkey.demo;

import org.jspecify.annotations.NullMarked;
