package dev.latchkey.model;

/**
 * Behaviour that an operator can choose: the two responses to a replay (rules 1.9 and 2.6), whether
 * people who create organization tokens need a second factor (ASVS 6.3.3), and whether devices
 * without a browser may ask for access.
 */
public record Rules(
    SpentCode spentCode,
    RotatedToken rotatedToken,
    Factor secondFactorForOrganizationCredentials,
    DeviceFlow deviceFlow) {
  public static final Rules DEFAULT =
      new Rules(SpentCode.REFUSE, RotatedToken.REVOKE_AFTER_GRACE, Factor.OPTIONAL, DeviceFlow.OFF);

  public enum SpentCode {
    REFUSE,
    /** Also revokes the tokens that the first use of the code issued. */
    REVOKE
  }

  public enum RotatedToken {
    REVOKE_AFTER_GRACE,
    REFUSE,
    REVOKE
  }

  public enum Factor {
    OPTIONAL,
    REQUIRED
  }

  /** How the code of a device gets to the page that asks the user (RFC 8628). */
  public enum DeviceFlow {
    OFF,
    /** The user types the code. A link that someone sends cannot bring a code along. */
    TYPED,
    /** A link may bring the code along, for devices that show it as a picture. */
    LINKED;

    public boolean isOn() {
      return this != OFF;
    }
  }
}
