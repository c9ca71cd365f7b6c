/** Commands about organizations, teams and people. */
@NullMarked
package dev.latchkey.cli.people;

import org.jspecify.annotations.NullMarked;
