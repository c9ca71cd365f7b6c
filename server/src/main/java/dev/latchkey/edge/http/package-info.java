/**
 * HTTP as the product understands it, without any library for the network: {@link
 * dev.latchkey.edge.http.netty.Server} listens. A request comes to {@link Routes} as an {@link
 * Incoming} head. Host, https, rate, {@link Route}, query and body are checked in this order. Then
 * the {@link Access} of the route is enforced, and its handler answers. A call that a service
 * answers becomes a {@link Relay}. What a feature decides does not belong here.
 */
@NullMarked
package dev.latchkey.edge.http;

import org.jspecify.annotations.NullMarked;
