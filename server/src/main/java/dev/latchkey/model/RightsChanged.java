package dev.latchkey.model;

/**
 * The session has ended, or its person was changed, after the rights for this move were judged and
 * before it could be made; none of it was done. Caught once, at the edge, and answered with 409: it
 * takes an administrator who changes the person within the milliseconds of a request, or a node
 * that was held up on the way.
 */
public final class RightsChanged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RightsChanged() {
        super("the session or the rights of its person changed while a move waited");
    }
}
