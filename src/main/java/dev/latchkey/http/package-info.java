/**
 * HTTP, and the only package that knows a library for it. {@link Server} listens; below it each
 * connection is a Wire, which bounds every wait and reads strictly. A request comes to {@link
 * Routes}: host, https, rate, {@link Route}, query, body, in this order, then the route's handler.
 * What it answers goes out whole, or by Streaming as it comes.
 */
@NullMarked
package dev.latchkey.http;

import org.jspecify.annotations.NullMarked;
