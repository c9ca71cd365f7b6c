package dev.latchkey.model.credential;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * A set of scope names of the form {@code <action>:<resource>:<sub-resource>} (contract 2.2),
 * sorted.
 */
public record Scopes(List<String> names) {
  public static final Scopes NONE = new Scopes(List.of());

  private static final Pattern NAME =
      Pattern.compile("(read|write):[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*");

  public Scopes {
    names = names.stream().sorted().distinct().toList();
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Reads a list that is separated by commas (the contract) or by spaces (RFC 6749), because
   * clients use both.
   */
  public static Scopes parse(String text) {
    var words = new StringTokenizer(text, ", ");
    var names = new ArrayList<String>();
    while (words.hasMoreTokens()) {
      names.add(words.nextToken());
    }
    return new Scopes(names);
  }

  public static Scopes of(Collection<String> names) {
    return new Scopes(List.copyOf(names));
  }

  public boolean covers(Scopes requested) {
    return names.containsAll(requested.names);
  }

  public Scopes without(Scopes others) {
    return others.covers(this)
        ? NONE
        : of(names.stream().filter(name -> !others.names.contains(name)).toList());
  }

  /** Whether they allow changes of this installation: of people, organizations, credentials. */
  public boolean manageInstallation() {
    return names.stream().anyMatch(name -> name.startsWith("write:latchkey:"));
  }

  /** Those of them that only read. */
  public Scopes reading() {
    return of(names.stream().filter(name -> !name.startsWith(Scope.WRITE)).toList());
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  public String joined(Separator separator) {
    return String.join(separator.symbol, names);
  }

  /**
   * The separator between scope names. The contract uses commas; RFC 7662 and some client libraries
   * need spaces (clients.md 7).
   *
   * <p>A token response uses the separator of the request, otherwise that of the authorization
   * request, which the grant keeps, otherwise a comma. Some libraries compare the scope of the
   * answer with the one that they requested, and lose the code if it differs. An option of the
   * credential alone would help only owners who know of it. Introspection by GET keeps the commas
   * of the contract, because resource servers ask it, which are other programs.
   */
  public enum Separator {
    COMMA(","),
    SPACE(" ");

    private final String symbol;

    Separator(String symbol) {
      this.symbol = symbol;
    }

    /**
     * The separator that a client has used in a list. Empty if the list has none, or both, which
     * says nothing about what the client can read.
     */
    public static Optional<Separator> usedIn(String list) {
      boolean commas = list.contains(COMMA.symbol);
      boolean spaces = list.strip().contains(SPACE.symbol);
      return commas == spaces ? Optional.empty() : Optional.of(spaces ? SPACE : COMMA);
    }

    /** The separator with this symbol. */
    public static Separator ofSymbol(String symbol) {
      return symbol.equals(SPACE.symbol) ? SPACE : COMMA;
    }

    public String symbol() {
      return symbol;
    }

    /**
     * The separator for a credential with these options. {@code options} is the text of the
     * database column, with the names of all options in it.
     */
    public static Separator of(String options) {
      return options.contains(Credential.Option.SPACE_SEPARATED_SCOPE.name()) ? SPACE : COMMA;
    }
  }
}
