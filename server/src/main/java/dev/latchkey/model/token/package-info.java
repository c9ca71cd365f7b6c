/** Consents, and the tokens, codes and keys that come from them. */
@NullMarked
package dev.latchkey.model.token;

import org.jspecify.annotations.NullMarked;
