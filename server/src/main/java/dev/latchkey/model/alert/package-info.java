/** Alerts: what asks an owner or an administrator to look at something, and the rules for them. */
@NullMarked
package dev.latchkey.model.alert;

import org.jspecify.annotations.NullMarked;
