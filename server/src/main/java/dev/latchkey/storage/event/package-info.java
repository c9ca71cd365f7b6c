/**
 * Webhooks, and the outbox: which entries of the audit log have become deliveries, and the
 * deliveries of each webhook until they are finished and for a while after.
 */
@NullMarked
package dev.latchkey.storage.event;

import org.jspecify.annotations.NullMarked;
