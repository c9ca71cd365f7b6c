/**
 * The command line: one class for each command, and the messages about failures. What a command
 * does belongs to the package of the feature.
 */
@NullMarked
package dev.latchkey.cli;

import org.jspecify.annotations.NullMarked;
