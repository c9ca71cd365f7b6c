@NullMarked
package dev.latchkey.mail;

import org.jspecify.annotations.NullMarked;
