@NullMarked
package dev.latchkey.audit;

import org.jspecify.annotations.NullMarked;
