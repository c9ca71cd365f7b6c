/**
 * The metadata documents that tell clients the addresses and capabilities of the server (RFC 8414,
 * RFC 9728). The endpoints themselves belong to their own packages.
 */
@NullMarked
package dev.latchkey.protocol.discovery;

import org.jspecify.annotations.NullMarked;
