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
import java.util.Locale;

/** How apps present themselves, from {@code profiles.txt}: words and logos. */
record ProfileHistory(Past past, AppHistory apps, Instant now) {
  private static final String NONE = "-";

  void tell() {
    for (TableRow row : TableRow.of("profiles")) {
      past.timeline()
          .add(
              now.minus(Duration.ofDays(row.number(1))),
              SignIns.OFFICE,
              moment -> present(row, moment));
    }
  }

  private void present(TableRow row, RequestMoment moment) {
    var stores = past.stores().credentials();
    Credential known = apps.find(row.text(0));
    var words = AppProfile.of(row.text(5), given(row.text(6)), given(row.text(7)));
    stores.credentials().change(known.as(words), known.owner(), moment);
    var drawing =
        new LogoDrawing(
            LogoDrawing.Shape.valueOf(row.text(2).toUpperCase(Locale.ROOT)),
            Integer.parseInt(row.text(3), 16),
            Integer.parseInt(row.text(4), 16));
    var owner = past.stores().users().directory().find(known.owner()).orElseThrow();
    stores.logos().replace(known, logo(drawing), new Actor.Person(owner, moment));
  }

  private static LogoImage logo(LogoDrawing drawing) {
    try {
      return LogoReader.draw(drawing.image());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String given(String text) {
    return text.equals(NONE) ? "" : text;
  }
}
