@NullMarked
package dev.latchkey.gateway;

import org.jspecify.annotations.NullMarked;
