package dev.latchkey.app.demo.history;

import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.LogoImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** How apps present themselves, from {@code profiles.txt}: words and logos. */
record ProfileHistory(Past past, AppHistory apps, Instant now) {
  private static final String NONE = "-";

  /** The columns after the first five. */
  private static final List<AppProfile.Text> TEXTS =
      List.of(AppProfile.Text.DESCRIPTION, AppProfile.Text.HOMEPAGE, AppProfile.Text.PRIVACY);

  private static final Duration OPENING = Duration.ofHours(9);

  void tell() {
    List<TableRow> rows = TableRow.of("profiles");
    for (int i = 0; i < rows.size(); i++) {
      TableRow row = rows.get(i);
      Instant at =
          now.truncatedTo(ChronoUnit.DAYS)
              .minus(Duration.ofDays(row.number(1)))
              .plus(OPENING)
              .plus(Duration.ofMinutes(37L * i));
      past.timeline().add(at, SignIns.OFFICE, moment -> describe(row, moment));
      past.timeline().add(at.plusSeconds(190), SignIns.OFFICE, moment -> addLogo(row, moment));
    }
  }

  private void describe(TableRow row, RequestMoment moment) {
    Credential known = apps.find(row.text(0));
    var words = AppProfile.of(text -> given(row, text));
    past.stores().credentials().credentials().change(known.as(words), known.owner(), moment);
  }

  private void addLogo(TableRow row, RequestMoment moment) {
    Credential known = apps.find(row.text(0));
    var drawing =
        new LogoDrawing(
            LogoDrawing.Shape.valueOf(row.text(2).toUpperCase(Locale.ROOT)),
            Integer.parseInt(row.text(3), 16),
            Integer.parseInt(row.text(4), 16));
    var owner = past.stores().users().directory().find(known.owner()).orElseThrow();
    past.stores()
        .credentials()
        .logos()
        .replace(known, logo(drawing), new Actor.Person(owner, moment));
  }

  private static LogoImage logo(LogoDrawing drawing) {
    try {
      return LogoReader.draw(drawing.image());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String given(TableRow row, AppProfile.Text text) {
    int column = TEXTS.indexOf(text);
    String cell = column < 0 ? NONE : row.text(5 + column);
    return cell.equals(NONE) ? "" : cell;
  }
}
