/**
 * The only package that uses the network library. {@link dev.latchkey.edge.http.netty.Server}
 * listens. A connection reads requests and asks {@link dev.latchkey.edge.http.Routes} what to do
 * with each. An Exchange then takes the request to its answer, on the event loop or on a thread
 * that may block. A RelayedCall takes it to a service and back. What a feature decides does not
 * belong here.
 */
@NullMarked
package dev.latchkey.edge.http.netty;

import org.jspecify.annotations.NullMarked;
