package dev.latchkey.model.token;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The agents and jobs for which the child tokens of a chain were obtained, the first one first. The
 * last one is the current actor, the {@code act} of RFC 8693 4.1. The names were chosen by holders
 * of the tokens, and nobody has checked them.
 */
public record Actors(List<String> names) {
  public static final Actors NONE = new Actors(List.of());

  private static final String BETWEEN = " ";

  /**
   * A name has no space, so that a chain can be one text. It cannot look like an id or a secret of
   * Latchkey: a service must not take it for one, and no secret gets into the audit log.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?!(usr|adm|cli|org|team|grant|req|form)_)(?!.*lk_[a-z]{2}_)[A-Za-z0-9][A-Za-z0-9._:/@-]{0,63}");

  public Actors {
    names = List.copyOf(names);
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Reads what {@link #text} wrote. */
  public static Actors stored(String text) {
    return new Actors(List.of(text.split(BETWEEN)));
  }

  public String text() {
    return String.join(BETWEEN, names);
  }

  /** The chain of a token that is obtained from a token with this chain. */
  public Actors with(String actor) {
    return new Actors(Stream.concat(names.stream(), Stream.of(actor)).toList());
  }

  /** The actor that holds the last token of the chain. */
  public String current() {
    return names.getLast();
  }

  /** The chain in a form for people. */
  public String shown() {
    return String.join(" → ", names);
  }

  /** How many child tokens the chain has. */
  public int depth() {
    return names.size();
  }
}
