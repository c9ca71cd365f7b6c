@NullMarked
package dev.latchkey.protocol.discovery;

import org.jspecify.annotations.NullMarked;
