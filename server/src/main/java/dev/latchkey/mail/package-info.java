/**
 * Mail to people, as every feature sends it, where it is configured. The text of a message belongs
 * to the feature that sends it.
 */
@NullMarked
package dev.latchkey.mail;

import org.jspecify.annotations.NullMarked;
