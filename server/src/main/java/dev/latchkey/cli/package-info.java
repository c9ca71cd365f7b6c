/**
 * The command line: one class for each command, and how it tells what went wrong. What a command
 * does belongs to the package of the feature.
 */
@NullMarked
package dev.latchkey.cli;

import org.jspecify.annotations.NullMarked;
