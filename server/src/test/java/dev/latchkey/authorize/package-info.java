/** Requests that the authorization endpoint receives. */
@NullMarked
package dev.latchkey.authorize;

import org.jspecify.annotations.NullMarked;
