/**
 * What leaves the server when something has happened: the acts on webhooks, and how an entry of the
 * audit log becomes an event.
 */
@NullMarked
package dev.latchkey.event;

import org.jspecify.annotations.NullMarked;
