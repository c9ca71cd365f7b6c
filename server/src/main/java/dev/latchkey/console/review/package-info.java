/** The pages and the calls about reviews of access. */
@NullMarked
package dev.latchkey.console.review;

import org.jspecify.annotations.NullMarked;
