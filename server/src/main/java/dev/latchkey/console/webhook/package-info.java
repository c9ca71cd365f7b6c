/** The pages and calls about webhooks and what was delivered to them. */
@NullMarked
package dev.latchkey.console.webhook;

import org.jspecify.annotations.NullMarked;
