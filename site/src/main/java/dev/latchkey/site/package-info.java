/**
 * The documents of the checkout as a web site, {@code ./latchkey docs}. It reads the Markdown files
 * as they are; nothing is written a second time. It is no part of a Latchkey server.
 */
@NullMarked
package dev.latchkey.site;

import org.jspecify.annotations.NullMarked;
