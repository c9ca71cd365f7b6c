/** Alerts, the rules of organizations for them, and the networks from which credentials call. */
@NullMarked
package dev.latchkey.storage.alert;

import org.jspecify.annotations.NullMarked;
