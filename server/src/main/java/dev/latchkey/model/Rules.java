package dev.latchkey.model;

/**
 * What an operator may change of what happens: the two answers to a replay (decisions 1.9 and 2.6),
 * and whether who makes tokens of an organization needs a second factor (ASVS 6.3.3).
 */
public record Rules(
        SpentCode spentCode,
        RotatedToken rotatedToken,
        Factor secondFactorForOrganizationCredentials) {
    public static final Rules DEFAULT =
            new Rules(SpentCode.REFUSE, RotatedToken.REVOKE_AFTER_GRACE, Factor.OPTIONAL);

    public enum SpentCode {
        REFUSE,
        /** Also ends what the first use issued. */
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
