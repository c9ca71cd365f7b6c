/** The commands that run a server, and what such a process needs. */
@NullMarked
package dev.latchkey.cli.run;

import org.jspecify.annotations.NullMarked;
