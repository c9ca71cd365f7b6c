/** Commands about credentials and tokens. */
@NullMarked
package dev.latchkey.cli.credential;

import org.jspecify.annotations.NullMarked;
