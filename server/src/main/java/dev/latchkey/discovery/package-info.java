/** The documents that tell clients where everything is (RFC 8414, RFC 9728). */
@NullMarked
package dev.latchkey.discovery;

import org.jspecify.annotations.NullMarked;
