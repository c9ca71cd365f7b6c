/** What several commands share: their options, and how they print a result or a list. */
@NullMarked
package dev.latchkey.cli.option;

import org.jspecify.annotations.NullMarked;
