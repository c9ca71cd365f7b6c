/** Pages in Firefox. */
@NullMarked
package dev.latchkey.browser.firefox;

import org.jspecify.annotations.NullMarked;
