@NullMarked
package dev.latchkey.storage.grants;

import org.jspecify.annotations.NullMarked;
