/** Delivery of messages to the mail server, one after another or at once. */
@NullMarked
package dev.latchkey.mail.smtp;

import org.jspecify.annotations.NullMarked;
