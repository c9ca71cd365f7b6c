/** Apps without a secret of their own, and the credentials that people get for them. */
@NullMarked
package dev.latchkey.storage.publicclient;

import org.jspecify.annotations.NullMarked;
