package dev.latchkey.protocol.token;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.grants.ChildTokens;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Gives the holder of a token a narrower one for an agent or a job (RFC 8693). A caller who holds a
 * token can already do all that its child token can, so holding it is enough.
 */
public record TokenExchange(TokenChecks checks, ChildTokens children, RandomGenerator random) {
  ChildTokens.Created exchange(ChildTokenRequest asked, RequestMoment now) {
    Optional<TokenKey> key = asked.parent().map(TokenKey::of);
    Optional<LiveToken> parent = key.flatMap(held -> checks.look(held, now.at()));
    if (parent.isEmpty()) {
      return ChildTokens.Created.Refused.DEAD;
    }
    return children.create(
        new ChildTokens.Parent(key.get(), parent.get()),
        new ChildTokens.Requested(
            asked.client().map(named -> named.claim().client()),
            asked.scope(),
            asked.actor(),
            asked.life()),
        Secret.CHILD.mint(random),
        now);
  }
}
