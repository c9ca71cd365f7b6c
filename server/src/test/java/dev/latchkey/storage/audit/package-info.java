@NullMarked
package dev.latchkey.storage.audit;

import org.jspecify.annotations.NullMarked;
