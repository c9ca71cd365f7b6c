/** Sends what waits for webhooks, in the background. */
@NullMarked
package dev.latchkey.event.send;

import org.jspecify.annotations.NullMarked;
