@NullMarked
package dev.latchkey.audit.seal;

import org.jspecify.annotations.NullMarked;
