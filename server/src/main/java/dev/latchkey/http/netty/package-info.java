/**
 * The only package that knows the network library. {@link dev.latchkey.http.netty.Server} listens;
 * a connection reads requests and asks {@link dev.latchkey.http.Routes} about each; an Exchange
 * takes it to its answer, on the event loop or on a thread that may wait; a RelayedCall takes it to
 * a service and back. What a feature decides does not belong here.
 */
@NullMarked
package dev.latchkey.http.netty;

import org.jspecify.annotations.NullMarked;
