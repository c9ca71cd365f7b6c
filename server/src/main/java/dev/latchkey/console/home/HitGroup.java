package dev.latchkey.console.home;

import dev.latchkey.console.page.Icon;
import dev.latchkey.storage.query.BoundedCount;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What a search found of one kind. {@code total}: how many there are, of which the first are shown.
 * {@code all}: the list that shows all of them; empty if no list has this search.
 */
public record HitGroup(
    String title, Icon icon, List<Hit> hits, BoundedCount total, Optional<String> all) {
  /** How many hits of a group are shown. */
  static final int SHOWN = 5;

  public HitGroup {
    hits = List.copyOf(hits);
  }

  /** {@code detail}: what tells two hits with the same name apart. */
  public record Hit(String name, String detail, String href) {}

  public boolean hasMore() {
    return total.isMore() || total.shown() > hits.size();
  }

  /** The address of a list that is searched for this text. */
  static Optional<String> list(String address, String text) {
    String separator = address.contains("?") ? "&" : "?";
    return Optional.of(
        address + separator + "q=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
  }
}
