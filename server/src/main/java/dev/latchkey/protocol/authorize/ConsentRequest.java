package dev.latchkey.protocol.authorize;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.Id;
import dev.latchkey.model.token.SealedRequest;
import java.util.Optional;

/**
 * A request for the consent page, and the authorization request that the browser brought with it.
 *
 * @param id of the authorization request
 * @param sealed the authorization request as the browser carries it
 * @param sound what the authorization request asks for
 */
record ConsentRequest(
    PageRequest request, Id.Request id, SealedRequest sealed, AuthorizationRequest.Sound sound) {

  ConsentForm form() {
    var shown =
        new ShownRequest(
            sound.client(), sound.allowance(), Optional.of(sound.answer().redirectUri()));
    return new ConsentForm(request, shown);
  }
}
