/** What the authorization endpoint is sent. */
@NullMarked
package dev.latchkey.authorize;

import org.jspecify.annotations.NullMarked;
