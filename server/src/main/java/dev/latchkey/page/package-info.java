/**
 * What all pages share: layout, texts, notices, the visitor, and the guards that check each
 * request. The pages of a feature belong to the package of the feature.
 */
@NullMarked
package dev.latchkey.page;

import org.jspecify.annotations.NullMarked;
