/**
 * Mail to people, and its delivery to the mail server. The text of a message belongs to the feature
 * that sends it.
 */
@NullMarked
package dev.latchkey.mail;

import org.jspecify.annotations.NullMarked;
