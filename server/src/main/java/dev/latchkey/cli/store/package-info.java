/** Commands that copy a store, bring it back or change its key. */
@NullMarked
package dev.latchkey.cli.store;

import org.jspecify.annotations.NullMarked;
