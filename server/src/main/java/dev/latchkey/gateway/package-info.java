/**
 * The open interface (contract 4.4). A call comes to {@link OpenInterface}, which asks {@link
 * Admission} whether it may pass: by its {@link CanonicalPath}, its token, the row of the {@link
 * RouteTable} it meets and the {@link CallRates}. Another gateway asks the same Admission about its
 * own calls, through {@link CheckEndpoint}.
 *
 * <p>Latchkey answers an admitted call itself, or {@link Forwarding} passes it on with the {@link
 * Identity} of its caller and the headers of PassedHeaders: as a {@link dev.latchkey.http.Relay},
 * which the event loop of the caller's connection carries out.
 */
@NullMarked
package dev.latchkey.gateway;

import org.jspecify.annotations.NullMarked;
