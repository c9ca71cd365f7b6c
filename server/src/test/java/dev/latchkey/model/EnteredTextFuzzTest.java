package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.RecoveryCode;
import java.util.Set;

/** Text that people type: e-mail addresses, names, passwords and codes. */
class EnteredTextFuzzTest extends ParserFuzz {
  private static final PasswordRule RULE = new PasswordRule(Set.of("password"));

  @Override
  protected void holds(byte[] input) {
    String sent = utf8(input);
    EmailAddress.parse(sent).ifPresent(EnteredTextFuzzTest::assertIsOneSpelling);
    if (DisplayName.flawOf(sent).isEmpty()) {
      assertThat(sent).isNotBlank().doesNotContain("\n", "\r", "\0", "\u202e", "\u200b");
    }
    RecoveryCode.parse(sent)
        .ifPresent(code ->
            assertThat(RecoveryCode.parse(code.reveal()).orElseThrow().hash())
                .isEqualTo(code.hash()));
    EnteredCode.parse(sent)
        .ifPresent(code -> assertThat(code.toString()).doesNotContain(sent.strip()));
    RULE.flaw(sent, "mei@example.com", "Mei Lin");
    RULE.flaw("a horse, a staple", sent, sent);
  }

  private static void assertIsOneSpelling(EmailAddress address) {
    String text = address.text();
    assertThat(EmailAddress.parse(text)).contains(address);
    assertThat(EmailAddress.normal(text)).isEqualTo(text);
    assertThat(text.chars().filter(sign -> sign == '@').count()).isEqualTo(1);
    assertThat(text).doesNotContain(" ", "\r", "\n", ",", ";", "<", ">");
    assertThat(text.length()).isLessThanOrEqualTo(EmailAddress.MAX_CHARS);
  }
}
