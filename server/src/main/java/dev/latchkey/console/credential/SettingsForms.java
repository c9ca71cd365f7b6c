package dev.latchkey.console.credential;

import dev.latchkey.console.page.EditConflict;
import dev.latchkey.credential.WantedCredential;
import java.util.List;
import java.util.Optional;

/**
 * The forms of the settings, one for each section. All but the one that was sent show what is
 * stored.
 */
public record SettingsForms(
    List<SettingsPart> parts,
    WantedCredential stored,
    CredentialFields fields,
    Optional<Sent> sent) {
  /**
   * The form that was sent and not saved. {@code problem}: why. {@code conflict}: the other
   * version, if someone saved one.
   */
  public record Sent(SettingsPart part, String problem, Optional<EditConflict> conflict) {}

  /** This section was sent, and something is wrong with it. */
  SettingsForms sent(SettingsPart part, String problem) {
    return with(new Sent(part, problem, Optional.empty()));
  }

  /** This section was sent after someone else had saved it. */
  SettingsForms sent(SettingsPart part, EditConflict conflict) {
    return with(new Sent(part, "credential.edit-conflict", Optional.of(conflict)));
  }

  private SettingsForms with(Sent form) {
    return new SettingsForms(parts, stored, fields, Optional.of(form));
  }

  public Optional<Sent> sent(SettingsPart part) {
    return sent.filter(form -> form.part() == part);
  }
}
