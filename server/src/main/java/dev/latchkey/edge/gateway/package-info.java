/**
 * The open interface (contract 4.4). A call comes to {@link OpenInterface}, which asks {@link
 * Admission} whether it may pass. Admission checks the {@link CanonicalPath}, the token, the
 * matching row of the {@link RouteTable} and the {@link CallRates}. Another gateway asks the same
 * Admission about its own calls through {@link CheckEndpoint}.
 *
 * <p>{@link dev.latchkey.edge.gateway.builtin.DirectoryCalls} answers an admitted call, or {@link
 * Forwarding} passes it on with the {@link Identity} of its caller and the headers that
 * PassedHeaders chooses: as a {@link dev.latchkey.edge.http.Relay}, which the event loop of the
 * caller's connection carries out. Sockets and threads do not belong here but to {@code
 * http.netty}.
 */
@NullMarked
package dev.latchkey.edge.gateway;

import org.jspecify.annotations.NullMarked;
