/** The acts on alerts and on the rules for them. What opens alerts is in {@code watch}. */
@NullMarked
package dev.latchkey.alert;

import org.jspecify.annotations.NullMarked;
