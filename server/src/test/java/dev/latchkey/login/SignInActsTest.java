package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.login.password.ChangePassword;
import dev.latchkey.login.password.CommonPasswords;
import dev.latchkey.login.password.NewPasswords;
import dev.latchkey.login.password.PasswordCheck;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.login.provider.UnlinkProvider;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ExternalIdentity;
import dev.latchkey.model.person.PasswordRule;
import org.junit.jupiter.api.Test;

/** What people change about how they sign in, without a page. */
class SignInActsTest extends ActsOnBothStores {
  private static final String CHOSEN = "seven wet umbrellas";

  private final Person mei = latchkey.person();
  private final Browser browser = latchkey.browser().signIn(mei);
  private final Secret.Session session =
      Secret.SESSION.parse(browser.cookie("latchkey_session")).orElseThrow();

  private final Passwords passwords = latchkey.installation().passwords();
  private final ChangePassword changePassword =
      new ChangePassword(
          latchkey.stores().signIn().sessions(),
          new PasswordCheck(latchkey.stores().signIn().sessions(), passwords),
          latchkey.stores().signIn().account(),
          new NewPasswords(new PasswordRule(CommonPasswords.all()), passwords),
          random);

  @Test
  void a_password_is_changed_by_who_knows_the_present_one_and_once() {
    assertThat(change("wrong password", CHOSEN))
        .isEqualTo(ChangePassword.Outcome.Refused.CURRENT_WRONG);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.PASSWORD_CHANGE_WRONG);
    assertThat(change(mei.password(), "short"))
        .isEqualTo(new ChangePassword.Outcome.Unfit(PasswordRule.Flaw.TOO_SHORT));
    assertThat(change(mei.password(), CHOSEN)).isInstanceOf(ChangePassword.Outcome.Changed.class);
    assertThat(newest().event()).isEqualTo(AuditEvent.PASSWORD_CHANGE);
    assertThat(change(CHOSEN, mei.password()))
        .as("the session has another key")
        .isEqualTo(ChangePassword.Outcome.Refused.CHANGED_SINCE);
  }

  private ChangePassword.Outcome change(String current, String chosen) {
    return changePassword.by(actor(mei), session, current, chosen);
  }

  @Test
  void a_link_with_a_provider_is_removed_once_and_by_who_has_it() {
    var externals = latchkey.stores().signIn().externals();
    var unlinkProvider = new UnlinkProvider(externals);
    var identity = new ExternalIdentity("https://id.example.com", mei.user().id().value());
    externals.link(identity, mei.user().id(), latchkey.now());

    assertThat(unlinkProvider.by(actor(latchkey.person()), identity.issuer()))
        .isEqualTo(UnlinkProvider.Outcome.UNLINKED_BEFORE);
    assertThat(unlinkProvider.by(actor(mei), identity.issuer()))
        .isEqualTo(UnlinkProvider.Outcome.UNLINKED);
    assertThat(newest().event()).isEqualTo(AuditEvent.EXTERNAL_LINK_REMOVE);
    assertThat(externals.linkedIssuers(mei.user().id())).isEmpty();
    assertThat(unlinkProvider.by(actor(mei), identity.issuer()))
        .isEqualTo(UnlinkProvider.Outcome.UNLINKED_BEFORE);
  }
}
