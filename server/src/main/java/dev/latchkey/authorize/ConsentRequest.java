package dev.latchkey.authorize;

import dev.latchkey.model.Id;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.page.PageRequest;

/**
 * A request for the consent page, and the authorization request that the browser brought with it:
 * its id, how the browser carries it, and what it asks for.
 */
record ConsentRequest(
        PageRequest request,
        Id.Request id,
        SealedRequest sealed,
        AuthorizationRequest.Sound sound) {}
