/**
 * What all pages share: layout, words, notices, the visitor and the way in. A page of a feature
 * belongs to the feature.
 */
@NullMarked
package dev.latchkey.page;

import org.jspecify.annotations.NullMarked;
