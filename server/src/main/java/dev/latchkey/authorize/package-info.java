/**
 * Authorization codes by sign-in and consent (contract 4.1): the authorization endpoint, the
 * consent page, and the apps a person has allowed. Signing in belongs to {@code login}, exchanging
 * a code to {@code token}.
 */
@NullMarked
package dev.latchkey.authorize;

import org.jspecify.annotations.NullMarked;
