@NullMarked
package dev.latchkey.revoke;

import org.jspecify.annotations.NullMarked;
