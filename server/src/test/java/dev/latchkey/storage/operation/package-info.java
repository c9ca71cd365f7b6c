@NullMarked
package dev.latchkey.storage.operation;

import org.jspecify.annotations.NullMarked;
