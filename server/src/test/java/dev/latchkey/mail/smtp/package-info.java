@NullMarked
package dev.latchkey.mail.smtp;

import org.jspecify.annotations.NullMarked;
