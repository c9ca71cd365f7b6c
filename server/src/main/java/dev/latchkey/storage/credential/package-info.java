/** Credentials, and what belongs to them: secrets, organization tokens, owners. */
@NullMarked
package dev.latchkey.storage.credential;

import org.jspecify.annotations.NullMarked;
