package dev.latchkey.console.home;

import dev.latchkey.console.page.Page;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.query.BoundedCount;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A line of a start page that asks a person to look at something. {@code label}: a key of the
 * message bundles. {@code href}: the page that shows what was counted.
 */
public record Attention(String label, BoundedCount count, String href) {

  /** The number as a page shows it, such as "1,000+". */
  public String number(Page page) {
    return page.say(count.isMore() ? "count.more" : "count.exact", count.shown());
  }

  /** The lines for the credentials with a concern. {@code list}: the address of their list. */
  static Stream<Attention> concerns(
      List<CredentialConcern> concerns,
      Function<CredentialConcern, BoundedCount> count,
      String list) {
    return concerns.stream()
        .map(concern ->
            new Attention("concern." + concern, count.apply(concern), list + "concern=" + concern));
  }

  /** Only the lines about which there is something to do. */
  static List<Attention> needed(Stream<Attention> all) {
    return all.filter(each -> each.count.shown() > 0).toList();
  }
}
