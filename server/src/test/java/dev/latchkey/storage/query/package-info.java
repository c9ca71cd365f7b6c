@NullMarked
package dev.latchkey.storage.query;

import org.jspecify.annotations.NullMarked;
