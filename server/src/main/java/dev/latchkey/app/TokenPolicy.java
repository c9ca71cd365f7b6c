package dev.latchkey.app;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.credential.TokenPolicies;
import java.util.List;

/**
 * Revokes organization tokens that are not used and announces the end of those that expire, if the
 * operator wants it. People are told by mail.
 */
public record TokenPolicy(TokenPolicies policies, MailInEveryLanguage mail) {
  public void enforce(RequestMoment now) {
    List<TokenPolicies.Concerned> revoked;
    do {
      revoked = policies.revokeUnused(now);
      revoked.forEach(token -> inform(token, "unused.subject", "unused.text", now));
    } while (!revoked.isEmpty());
    List<TokenPolicies.Concerned> announced;
    do {
      announced = policies.announceEnds(now);
      announced.forEach(token -> inform(token, "expiry.subject", "expiry.text", now));
    } while (!announced.isEmpty());
  }

  private void inform(
      TokenPolicies.Concerned token, String subject, String text, RequestMoment now) {
    mail.send(
        token.informed(),
        subject,
        text,
        now.at(),
        words ->
            List.of(token.app(), token.ending(), token.endsAt().map(words::moment).orElse("")));
  }
}
