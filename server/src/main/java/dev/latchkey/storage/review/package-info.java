/** Reviews of access: what they list, and what was decided. */
@NullMarked
package dev.latchkey.storage.review;

import org.jspecify.annotations.NullMarked;
