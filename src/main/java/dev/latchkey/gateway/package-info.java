/**
 * The open interface (contract 4.4). A call comes to {@link OpenInterface}, which asks {@link
 * Admission} whether it may pass: by its {@link CanonicalPath}, its token, the row of the {@link
 * RouteTable} it meets and the {@link CallRates}. Whether somebody else's gateway may let a call
 * pass is asked of the same Admission, by {@link CheckEndpoint}.
 *
 * <p>An admitted call is answered by Latchkey itself, or goes with the {@link Identity} of its
 * caller to {@link Forwarding}: one Passage over one connection of an UpstreamPool, with
 * PassedHeaders and a PassedBody on the way there and a PassedAnswer on the way back.
 */
@NullMarked
package dev.latchkey.gateway;

import org.jspecify.annotations.NullMarked;
