/** The pages of alerts and their rules, and the calls of the management API about them. */
@NullMarked
package dev.latchkey.console.alert;

import org.jspecify.annotations.NullMarked;
