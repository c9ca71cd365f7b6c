package dev.latchkey.console.alert;

import dev.latchkey.alert.watch.AlertMail;
import dev.latchkey.console.page.Page;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import java.time.Instant;
import java.util.Optional;

/** An alert as pages show it. */
public record AlertLine(Alert alert) {
  public String href() {
    return AlertMail.PATH + alert.id().value();
  }

  public String title(Page page) {
    return page.say("alert." + alert.kind());
  }

  /** What differs from alert to alert, as a sentence. */
  public Optional<String> detail(Page page) {
    return Optional.of(alert.detail())
        .filter(detail -> !detail.isEmpty())
        .map(detail -> page.say(key(alert.kind()), isTime() ? moment(page, detail) : detail));
  }

  private boolean isTime() {
    return alert.kind() == AlertKind.TOKEN_ENDING || alert.kind() == AlertKind.USED_AGAIN;
  }

  private static String moment(Page page, String time) {
    return page.words().moment(Instant.parse(time));
  }

  private static String key(AlertKind kind) {
    return switch (kind) {
      case TOKEN_REPLAYED -> "alert.TOKEN_REPLAYED.detail";
      case SECRET_LEAKED -> "alert.SECRET_LEAKED.detail";
      case NEW_NETWORK -> "alert.NEW_NETWORK.detail";
      case USED_AGAIN -> "alert.USED_AGAIN.detail";
      case WRITE_SCOPE_ADDED -> "alert.WRITE_SCOPE_ADDED.detail";
      case TOKEN_ENDING -> "alert.TOKEN_ENDING.detail";
      case ROUTE_DEPRECATED -> "alert.ROUTE_DEPRECATED.detail";
      case CALLS_REFUSED, TOKEN_WITHOUT_NETWORKS, APPROVAL_WAITING, WEBHOOK_FAILING ->
          throw new IllegalStateException(kind + " has no detail");
    };
  }
}
