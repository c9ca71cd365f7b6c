@NullMarked
package dev.latchkey.authorize;

import org.jspecify.annotations.NullMarked;
