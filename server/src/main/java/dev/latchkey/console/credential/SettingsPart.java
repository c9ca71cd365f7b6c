package dev.latchkey.console.credential;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A section of the settings of a credential. It is a form, which saves only its own fields. */
public enum SettingsPart {
  /** The name, and how people see the credential. The logo is sent by itself. */
  IDENTITY,
  REDIRECTS,
  SCOPES,
  NETWORKS,
  OPTIONS;

  private static final List<SettingsPart> OF_ORGANIZATION = List.of(IDENTITY, SCOPES, NETWORKS);

  /** The sections of a credential. */
  public static List<SettingsPart> of(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> List.of(values());
      case Credential.Organizational _ -> OF_ORGANIZATION;
    };
  }

  /** The section that was sent. */
  static Optional<SettingsPart> sent(PageRequest request) {
    String name = request.form().value("part").orElse("");
    return Arrays.stream(values()).filter(part -> part.name().equals(name)).findFirst();
  }

  /** Where the section stands on its page. */
  public String anchor() {
    return "settings-" + name().toLowerCase(Locale.ROOT);
  }

  /** What was entered in this section, over what is stored in all others. */
  WantedCredential over(WantedCredential stored, WantedCredential entered) {
    return new WantedCredential(
        either(IDENTITY, stored, entered).name(),
        either(REDIRECTS, stored, entered).redirectUris(),
        either(SCOPES, stored, entered).scope(),
        either(OPTIONS, stored, entered).options(),
        either(NETWORKS, stored, entered).networks(),
        either(IDENTITY, stored, entered).profile());
  }

  private WantedCredential either(
      SettingsPart part, WantedCredential stored, WantedCredential entered) {
    return this == part ? entered : stored;
  }

  /**
   * The version of this section. It stays the same while other sections change, so a change of one
   * is no conflict with a change of another one.
   */
  public String version(WantedCredential stored) {
    byte[] fields = String.join("\n", fields(stored)).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(fields).toString();
  }

  private List<String> fields(WantedCredential stored) {
    return switch (this) {
      case IDENTITY ->
          Stream.concat(
                  Stream.of(stored.name()),
                  Stream.of(AppProfile.Text.values()).map(stored.profile()::text))
              .toList();
      case REDIRECTS -> stored.redirectUris();
      case SCOPES -> List.of(stored.scope().joined(Scopes.Separator.COMMA));
      case NETWORKS -> List.of(stored.networks());
      case OPTIONS -> stored.options().stream().map(Enum::name).sorted().toList();
    };
  }
}
