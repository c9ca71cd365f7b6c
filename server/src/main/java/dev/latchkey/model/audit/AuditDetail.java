package dev.latchkey.model.audit;

import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Actors;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a change has changed, for the audit log. It is a JSON object with one member for each field
 * that differs. For example:
 *
 * <pre>{"name":{"before":["Board"],"after":["Planner"]},"scope":{"before":["read"],"after":[]}}
 * </pre>
 *
 * <p>A field with several values, such as the scope, contains only the values that were removed
 * ({@code before}) and those that were added ({@code after}). The text never contains a secret. Its
 * length is bounded, because one change must not fill the audit log.
 */
public final class AuditDetail {
  /** The last value of a list that is longer than this. */
  public static final String MORE = "…";

  private static final int MAX_VALUES = 20;
  private static final int MAX_LENGTH = 200;

  private AuditDetail() {}

  /** The fields that may differ. */
  public enum Field {
    NAME,
    SCOPE,
    REDIRECT_URIS,
    OPTIONS("option."),
    NETWORKS,
    DESCRIPTION,
    HOMEPAGE,
    PRIVACY,
    LOGO("logo."),
    EMAIL,
    ROLE("role."),
    TEAMS,
    STATE("state."),
    ACTORS,
    ADDRESS,
    SECRET,
    APP,
    RULE("public-apps.rule."),
    HOSTS,
    DAYS,
    SIGN_IN_RULE,
    ISSUED_BEFORE,
    WEBHOOK,
    EVENT_TYPES,
    REASON("webhook.reason."),
    ALERT("alert."),
    ABOUT,
    ALERT_RULE("alert-rule."),
    THRESHOLD,
    REQUEST_LOG("alert-rule."),
    STORED_CALLS("calls.stored."),
    HEAD,
    REVIEW,
    DECISION("review-decision."),
    MONTHS;

    private final String words;

    Field() {
      this("");
    }

    Field(String words) {
      this.words = words;
    }

    /** What comes before a value as a word of the pages; empty if people have entered the value. */
    public String words() {
      return words;
    }

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What became of a logo. The image itself is in no entry. */
  public enum LogoChange {
    ADDED,
    CHANGED,
    REMOVED
  }

  record Change(Field field, List<String> before, List<String> after) {
    static Change of(Field field, Collection<String> before, Collection<String> after) {
      return new Change(
          field,
          before.stream().filter(value -> !after.contains(value)).sorted().toList(),
          after.stream().filter(value -> !before.contains(value)).sorted().toList());
    }

    static Change of(Field field, String before, String after) {
      return of(field, List.of(before), List.of(after));
    }

    boolean isEmpty() {
      return before.isEmpty() && after.isEmpty();
    }

    String json() {
      return "\"%s\":{\"before\":%s,\"after\":%s}"
          .formatted(field.code(), array(before), array(after));
    }
  }

  /** Empty if nothing differs. */
  public static Optional<String> between(Credential before, Credential after) {
    Stream<Change> fields =
        Stream.of(
            Change.of(Field.NAME, before.name(), after.name()),
            Change.of(Field.SCOPE, before.scope().names(), after.scope().names()),
            Change.of(Field.REDIRECT_URIS, redirectUris(before), redirectUris(after)),
            Change.of(Field.OPTIONS, options(before), options(after)),
            Change.of(Field.NETWORKS, networks(before), networks(after)));
    Stream<Change> texts =
        Stream.of(AppProfile.Text.values())
            .map(text ->
                Change.of(
                    Field.valueOf(text.name()),
                    given(before.profile().text(text)),
                    given(after.profile().text(text))));
    return json(Stream.concat(fields, texts));
  }

  static List<String> given(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }

  /** Empty if nothing differs. */
  public static Optional<String> between(User before, User after) {
    return json(
        Change.of(Field.NAME, before.name(), after.name()),
        Change.of(Field.EMAIL, before.email(), after.email()),
        Change.of(Field.ROLE, before.role().name(), after.role().name()),
        Change.of(Field.TEAMS, teams(before), teams(after)));
  }

  public static Optional<String> between(ManagedUser.State before, ManagedUser.State after) {
    return json(Change.of(Field.STATE, before.name(), after.name()));
  }

  /** For whom a child token was created, the first actor of its chain first, and its scope. */
  public static Optional<String> ofChild(Actors actors, Scopes scope) {
    return json(
        Change.of(Field.ACTORS, List.of(), List.of(actors.shown())),
        Change.of(Field.SCOPE, List.of(), scope.names()));
  }

  /** The address from which a device asked for the access that a person has decided about. */
  public static Optional<String> ofDeviceAt(String address) {
    return json(Change.of(Field.ADDRESS, List.of(), List.of(address)));
  }

  /** The kind and the last characters of a leaked secret. */
  public static Optional<String> ofLeaked(Secret secret) {
    String shown = secret.prefix() + "…" + secret.ending();
    return json(Change.of(Field.SECRET, List.of(shown), List.of()));
  }

  /**
   * An app without a credential: the name that it gives itself, its identifier, and the scopes that
   * it asked for or got.
   */
  public static Optional<String> ofApp(PublicClient app, Scopes scope) {
    String shown = "%s (%s)".formatted(app.name(), app.key());
    return json(
        Change.of(Field.APP, List.of(), List.of(shown)),
        Change.of(Field.SCOPE, List.of(), scope.names()));
  }

  public static Optional<String> of(LogoChange change) {
    return json(Change.of(Field.LOGO, List.of(), List.of(change.name())));
  }

  /** The identity provider and its rule that created a person. */
  public static Optional<String> ofSignInRule(String rule) {
    return json(Change.of(Field.SIGN_IN_RULE, List.of(), List.of(rule)));
  }

  /** The head of a seal of the audit log. */
  public static Optional<String> ofHead(String head) {
    return json(Change.of(Field.HEAD, List.of(), List.of(head)));
  }

  /** The time before which the revoked tokens had been issued. */
  public static Optional<String> ofIssuedBefore(Instant time) {
    return json(Change.of(Field.ISSUED_BEFORE, List.of(), List.of(time.toString())));
  }

  public static Optional<String> between(ClientPolicy before, ClientPolicy after) {
    return json(
        Change.of(Field.RULE, before.rule().name(), after.rule().name()),
        Change.of(Field.HOSTS, before.hosts(), after.hosts()),
        Change.of(Field.SCOPE, before.scope().names(), after.scope().names()),
        Change.of(Field.DAYS, String.valueOf(before.days()), String.valueOf(after.days())));
  }

  private static List<String> redirectUris(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          personal.redirectUris().stream().map(RedirectUri::text).toList();
      case Credential.Organizational _ -> List.of();
    };
  }

  private static List<String> options(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal -> personal.options().stream().map(Enum::name).toList();
      case Credential.Organizational _ -> List.of();
    };
  }

  private static List<String> networks(Credential credential) {
    return credential.networks().texts().toList();
  }

  private static List<String> teams(User user) {
    return user.teams().stream().map(membership -> membership.team().name()).toList();
  }

  static Optional<String> json(Change... changes) {
    return json(Stream.of(changes));
  }

  private static Optional<String> json(Stream<Change> changes) {
    String members =
        changes
            .filter(change -> !change.isEmpty())
            .map(Change::json)
            .collect(Collectors.joining(","));
    return members.isEmpty() ? Optional.empty() : Optional.of("{" + members + "}");
  }

  private static String array(List<String> values) {
    Stream<String> more = values.size() > MAX_VALUES ? Stream.of(MORE) : Stream.of();
    return Stream.concat(values.stream().limit(MAX_VALUES), more)
        .map(AuditDetail::quoted)
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** The text as a JSON string (RFC 8259 section 7). */
  private static String quoted(String text) {
    var json = new StringBuilder("\"");
    text.codePoints()
        .limit(MAX_LENGTH)
        .forEach(sign -> {
          if (sign == '"' || sign == '\\') {
            json.append('\\').appendCodePoint(sign);
          } else if (sign < ' ') {
            json.append("\\u%04x".formatted(sign));
          } else {
            json.appendCodePoint(sign);
          }
        });
    boolean isCut = text.codePointCount(0, text.length()) > MAX_LENGTH;
    return json.append(isCut ? "…\"" : "\"").toString();
  }
}
