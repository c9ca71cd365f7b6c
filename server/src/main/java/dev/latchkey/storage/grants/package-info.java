/**
 * What people have allowed: consents, codes, devices, child tokens, and the list of connected apps.
 */
@NullMarked
package dev.latchkey.storage.grants;

import org.jspecify.annotations.NullMarked;
