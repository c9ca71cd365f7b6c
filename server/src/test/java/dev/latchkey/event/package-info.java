/** Tests of webhooks without a page, a call or a command. */
@NullMarked
package dev.latchkey.event;

import org.jspecify.annotations.NullMarked;
