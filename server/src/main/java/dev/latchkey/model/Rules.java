package dev.latchkey.model;

/**
 * Behaviour that an operator can choose: the two responses to a replay (decisions 1.9 and 2.6), and
 * whether people who create organization tokens need a second factor (ASVS 6.3.3).
 */
public record Rules(
        SpentCode spentCode,
        RotatedToken rotatedToken,
        Factor secondFactorForOrganizationCredentials) {
    public static final Rules DEFAULT =
            new Rules(SpentCode.REFUSE, RotatedToken.REVOKE_AFTER_GRACE, Factor.OPTIONAL);

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
}
