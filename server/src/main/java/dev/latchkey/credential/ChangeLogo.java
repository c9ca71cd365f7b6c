package dev.latchkey.credential;

import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.LogoImage;
import dev.latchkey.storage.credential.AppLogos;
import dev.latchkey.storage.credential.Credentials;
import java.util.Optional;

/** Changes or removes the logo of a credential. Those who may change its settings may do so. */
public record ChangeLogo(
    ChangeCredential change, Credentials credentials, AppLogos logos, LogoReader reader) {
  public sealed interface Outcome permits Changed, Flawed, Refused {}

  public record Changed(Credential credential) implements Outcome {}

  public record Flawed(LogoReader.Flaw flaw) implements Outcome {}

  /** Why the actor may not change it: {@link ChangeCredential} says what each means. */
  public record Refused(ChangeCredential.Refused why) implements Outcome {}

  /** {@code sent}: the image; empty removes the logo. */
  public Outcome by(Actor actor, Credential known, Optional<byte[]> sent) {
    Optional<ChangeCredential.Refused> refused = change.refusal(actor, known);
    if (refused.isPresent()) {
      return new Refused(refused.get());
    }
    if (sent.isEmpty()) {
      return known.profile().logo().isEmpty()
          ? new Changed(known)
          : outcome(known, logos.remove(known, actor));
    }
    return switch (reader.read(sent.get())) {
      case LogoReader.Drawn(LogoImage image) -> replace(actor, known, image);
      case LogoReader.Flaw flaw -> new Flawed(flaw);
    };
  }

  private Outcome replace(Actor actor, Credential known, LogoImage image) {
    boolean isSame = known.profile().logo().filter(image.of(known.clientId())::equals).isPresent();
    return isSame ? new Changed(known) : outcome(known, logos.replace(known, image, actor));
  }

  private Outcome outcome(Credential known, boolean written) {
    return credentials
        .find(known.clientId())
        .filter(_ -> written)
        .<Outcome>map(Changed::new)
        .orElse(new Refused(ChangeCredential.Refused.EDIT_CONFLICT));
  }
}
