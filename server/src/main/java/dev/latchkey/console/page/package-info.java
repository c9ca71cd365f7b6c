/**
 * What all pages share: layout, texts, notices, the visitor, and the guards that check each
 * request. The pages of a feature belong to the package of the feature.
 *
 * <p>The build creates a method for each template, with its parameters, so a wrong name or type of
 * a value does not compile. A template with more than about five parameters takes one record. A
 * guard at the route finds what a page needs, such as a person or an organization, and passes it to
 * the handler, so that no check is made twice.
 *
 * <p>A component is one template in {@code jte/page}, and a page is complete without scripts.
 * Nothing has to be built or fetched before it works, and the content security policy needs no
 * inline styles and scripts. Menus are popovers, which the browser closes by itself. After a form
 * the message above the content has the focus, so a screen reader reads it first; a field asks for
 * the focus only on a page without a message.
 */
@NullMarked
package dev.latchkey.console.page;

import org.jspecify.annotations.NullMarked;
