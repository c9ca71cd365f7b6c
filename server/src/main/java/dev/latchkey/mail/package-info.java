/** Letters on their way to the mail server. Their words belong to the feature that sends them. */
@NullMarked
package dev.latchkey.mail;

import org.jspecify.annotations.NullMarked;
