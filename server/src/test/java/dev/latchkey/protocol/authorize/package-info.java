/** Requests that the authorization endpoint receives. */
@NullMarked
package dev.latchkey.protocol.authorize;

import org.jspecify.annotations.NullMarked;
