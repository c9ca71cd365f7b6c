package dev.latchkey.console.credential;

import dev.latchkey.model.credential.Credential;
import java.util.List;
import java.util.Locale;

/** The tabs of the page of a credential. Each is a page with its own address. */
public enum CredentialTab {
  OVERVIEW,
  CALLS,
  SCOPES,
  SECRETS,
  TOKENS,
  /** The access that people have given to a personal credential. */
  ACCESS,
  /** What it can reach, and who can manage it. */
  REACH,
  ACTIVITY,
  SETTINGS;

  /** Only owners see client secrets. */
  static final List<CredentialTab> OF_OWN =
      List.of(OVERVIEW, CALLS, SCOPES, SECRETS, ACCESS, REACH, ACTIVITY, SETTINGS);

  /** All tabs that an administrator can see. */
  static final List<CredentialTab> OF_MANAGED =
      List.of(OVERVIEW, CALLS, SCOPES, TOKENS, ACCESS, REACH, ACTIVITY, SETTINGS);

  private static final List<CredentialTab> OF_PERSONAL =
      List.of(OVERVIEW, CALLS, SCOPES, ACCESS, REACH, ACTIVITY, SETTINGS);

  private static final List<CredentialTab> OF_ORGANIZATION =
      List.of(OVERVIEW, CALLS, SCOPES, TOKENS, REACH, ACTIVITY, SETTINGS);

  /** The tabs of a credential in a section. */
  static List<CredentialTab> of(Credential credential, CredentialScope section) {
    return switch (credential) {
      case Credential.Organizational _ -> OF_ORGANIZATION;
      case Credential.Personal _ ->
          switch (section) {
            case OwnCredentials _ -> OF_OWN;
            case OrganizationCredentials _ -> OF_PERSONAL;
          };
    };
  }

  /** The path of the tab, below that of the credential. The overview is the credential's own. */
  public String path() {
    return this == OVERVIEW ? "" : "/" + name().toLowerCase(Locale.ROOT);
  }
}
