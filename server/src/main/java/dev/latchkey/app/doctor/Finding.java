package dev.latchkey.app.doctor;

/**
 * One result of the examination.
 *
 * @param area what was examined, for example the key file
 * @param text what was found; it never contains a secret
 * @param fix what the operator should do; empty if nothing is wrong
 */
public record Finding(Level level, String area, String text, String fix) {
  public enum Level {
    OK,
    /** Something could not be examined, and the text says why. */
    NOTE,
    /** The service works, with a risk or less well than it could. */
    WARNING,
    /** The service does not work, or loses data or protection. */
    ERROR
  }
}
