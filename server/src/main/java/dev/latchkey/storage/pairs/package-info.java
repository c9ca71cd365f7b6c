/** Pairs of an access token and a refresh token: how they are issued, rotated and revoked. */
@NullMarked
package dev.latchkey.storage.pairs;

import org.jspecify.annotations.NullMarked;
