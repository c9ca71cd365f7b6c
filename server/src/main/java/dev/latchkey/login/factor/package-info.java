/** The second factor: an authenticator app, recovery codes and passkeys. */
@NullMarked
package dev.latchkey.login.factor;

import org.jspecify.annotations.NullMarked;
