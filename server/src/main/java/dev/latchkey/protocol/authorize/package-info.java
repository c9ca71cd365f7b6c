/**
 * Authorization codes (contract 4.1): the authorization endpoint, the consent page, and the list of
 * apps that a person has allowed. Signing in belongs to {@code login}, and exchanging a code to
 * {@code protocol.token}.
 */
@NullMarked
package dev.latchkey.protocol.authorize;

import org.jspecify.annotations.NullMarked;
