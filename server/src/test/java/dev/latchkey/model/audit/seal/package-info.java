@NullMarked
package dev.latchkey.model.audit.seal;

import org.jspecify.annotations.NullMarked;
