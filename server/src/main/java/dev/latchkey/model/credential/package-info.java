/** Credentials of apps, public apps, and what a credential may be used for. */
@NullMarked
package dev.latchkey.model.credential;

import org.jspecify.annotations.NullMarked;
