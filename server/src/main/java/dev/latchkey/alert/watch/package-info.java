/** Opens alerts from what has happened, closes those that are over, and mails people. */
@NullMarked
package dev.latchkey.alert.watch;

import org.jspecify.annotations.NullMarked;
