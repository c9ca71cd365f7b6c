package dev.latchkey.storage.postgres;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;

/**
 * Why a server of PostgreSQL cannot be used, in words for the log: neither the user nor the
 * password is in them.
 */
record Unusable(String text, boolean isTimelineOlder) {
  /** Wrong user, wrong password, or no permission to connect from this address. */
  private static final String LOGIN_REFUSED = "28";

  /** The text of the server may name the role. */
  private static final String TOO_MANY_CONNECTIONS = "53300";

  /** The driver names this setting, in every language, when a server accepts no writes. */
  private static final String ONLY_PRIMARY = "targetServerType";

  /** A message of the driver that repeats its address, in which the password may be. */
  private static final String ADDRESS = "jdbc:";

  /** {@code user}: the name as which this process signs in, if the address has one. */
  static Unusable because(SQLException failed, Optional<String> user) {
    if (failed instanceof TimelineOlder older) {
      return new Unusable(String.valueOf(older.getMessage()), true);
    }
    return new Unusable(text(failed, user), false);
  }

  private static String text(SQLException failed, Optional<String> user) {
    String state = String.valueOf(failed.getSQLState());
    if (state.startsWith(LOGIN_REFUSED)) {
      return "it refuses the user, the password or the address of this node (" + state + ")";
    }
    if (state.equals(TOO_MANY_CONNECTIONS)) {
      return "it has no connection left (" + state + ")";
    }
    String message = message(failed);
    if (message.contains(ONLY_PRIMARY)) {
      return "it is a standby or read-only";
    }
    if (message.contains(ADDRESS)) {
      return "its address is not understood";
    }
    return user.map(name -> message.replaceAll("\\b" + Pattern.quote(name) + "\\b", "…"))
        .orElse(message);
  }

  /** What the server says, or what the innermost cause is: the driver adds only advice. */
  private static String message(SQLException failed) {
    if (failed instanceof PSQLException answer && answer.getServerErrorMessage() != null) {
      return String.valueOf(answer.getServerErrorMessage().getMessage());
    }
    Throwable innermost = failed;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String name = innermost.getClass().getSimpleName();
    if (innermost.getMessage() == null) {
      return name;
    }
    return innermost instanceof UnknownHostException
        ? name + ": " + innermost.getMessage()
        : innermost.getMessage();
  }

  /** The server was replaced by one that this process has seen. */
  static final class TimelineOlder extends SQLException {
    private static final long serialVersionUID = 1L;
    private static final int HEXADECIMAL = 16;

    TimelineOlder(String timeline, String seen, String state) {
      super(
          """
          it has timeline %1$d, and this node has seen %2$d: what was answered since is not on it. \
          If no server with timeline %2$d comes back, decide what to revoke \
          (docs/how-to/back-up-and-restore.md), then restart this node\
          """
              .formatted(Long.parseLong(timeline, HEXADECIMAL), Long.parseLong(seen, HEXADECIMAL)),
          state);
    }
  }
}
