package dev.latchkey.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.AppLogos;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who changes and removes the logo of a credential, and what comes of it. */
class LogoActTest extends OnCredentials {
  private static final byte[] RED = Logos.png(8, 0xff0000);

  @Test
  void who_may_change_the_settings_may_change_the_logo() {
    for (Row row : rows()) {
      Credential own = latchkey.app(mei).credential();
      var refused =
          new ChangeLogo.Refused(
              row.manages()
                  ? ChangeCredential.Refused.NOT_OWNED
                  : ChangeCredential.Refused.NOT_FOUND);
      for (Optional<byte[]> sent : List.of(Optional.of(RED), Optional.<byte[]>empty())) {
        assertThat(acts.changeLogo().by(row.actor(), find(own), sent))
            .as(row.who())
            .isEqualTo(row.owns() ? new ChangeLogo.Changed(find(own)) : refused);
      }
      Credential machine = latchkey.machine(head, Optional.empty()).credential();
      var outcome = acts.changeLogo().by(row.actor(), machine, Optional.of(RED));
      assertThat(outcome instanceof ChangeLogo.Changed).isEqualTo(row.machines());
    }
  }

  @Test
  void a_flawed_image_changes_nothing() {
    assertThat(acts.changeLogo().by(owner, app.credential(), Optional.of(new byte[] {1})))
        .isEqualTo(new ChangeLogo.Flawed(LogoReader.Flaw.NOT_AN_IMAGE));
    assertThat(find(app.credential())).isEqualTo(app.credential());
  }

  @Test
  void a_logo_is_a_version_of_the_credential_and_stays_when_its_settings_change() {
    acts.changeLogo().by(owner, app.credential(), Optional.of(RED));
    Credential with = find(app.credential());

    assertThat(with.version()).isEqualTo(app.credential().version() + 1);
    assertThat(acts.changeLogo().by(owner, with, Optional.of(RED)))
        .isEqualTo(new ChangeLogo.Changed(with));
    acts.change().by(owner, with, with.version(), WantedCredential.of(with));
    assertThat(find(with).profile()).isEqualTo(with.profile());
    assertThat(find(with).profile().logo().flatMap(logos()::find)).isPresent();
  }

  @Test
  void the_former_owner_changes_no_logo() {
    Person next = latchkey.person(acme, User.Role.MEMBER, apollo);
    var offers = latchkey.stores().credentials().offers();
    offers.offer(app.credential(), next.user().id(), mei.user().id(), latchkey.now());
    offers.accept(app.credential(), next.user().id(), false, latchkey.now());

    assertThat(acts.changeLogo().by(owner, app.credential(), Optional.of(RED)))
        .isEqualTo(new ChangeLogo.Refused(ChangeCredential.Refused.EDIT_CONFLICT));
    assertThat(find(app.credential()).profile().logo()).isEmpty();
  }

  @Test
  void a_deleted_credential_leaves_no_logo() {
    acts.changeLogo().by(owner, app.credential(), Optional.of(RED));
    Credential with = find(app.credential());
    acts.delete().by(owner, with);

    assertThat(with.profile().logo().flatMap(logos()::find)).isEmpty();
  }

  private AppLogos logos() {
    return latchkey.stores().credentials().logos();
  }

  private Credential find(Credential known) {
    return latchkey.stores().credentials().credentials().find(known.clientId()).orElseThrow();
  }
}
