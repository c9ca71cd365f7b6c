package dev.latchkey.model;

/** The two answers to a replay that an operator may change (decisions 1.9 and 2.6). */
public record Rules(SpentCode spentCode, RotatedToken rotatedToken) {
    public static final Rules DEFAULT =
            new Rules(SpentCode.REFUSE, RotatedToken.REVOKE_AFTER_GRACE);

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
}
