/** Events that leave the server: their types, the webhooks that receive them, and deliveries. */
@NullMarked
package dev.latchkey.model.event;

import org.jspecify.annotations.NullMarked;
