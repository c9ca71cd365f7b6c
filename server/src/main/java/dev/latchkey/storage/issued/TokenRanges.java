package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ranges of a selection, one after the other. Those of an organization or of the platform are
 * read a page of credentials or teams at a time, each in an order that never changes.
 */
final class TokenRanges {
  private static final int PAGE = 1_000;

  private final Deque<TokenRange> ready;
  private final Deque<Pages> pages;

  private TokenRanges(List<Pages> pages, Stream<TokenRange> ranges) {
    this.pages = new ArrayDeque<>(pages);
    this.ready = new ArrayDeque<>(ranges.toList());
  }

  static TokenRanges of(Whose whose) {
    return switch (whose) {
      case Whose.Everyone _ -> new TokenRanges(List.of(Pages.OF_ALL_CREDENTIALS), Stream.of());
      case Whose.OfOrganization(Id.Organization id) ->
          new TokenRanges(List.of(Pages.ofCredentials(id), Pages.ofTeams(id)), Stream.of());
      case Whose.OfCredential _ -> new TokenRanges(List.of(), few(whose));
      case Whose.OfPerson _ -> new TokenRanges(List.of(), few(whose));
      case Whose.OfPersonToApp _ -> new TokenRanges(List.of(), few(whose));
      case Whose.OneGrant _ -> new TokenRanges(List.of(), few(whose));
      case Whose.OneGrantToApp _ -> new TokenRanges(List.of(), few(whose));
      case Whose.OneOrganizationToken _ -> new TokenRanges(List.of(), few(whose));
    };
  }

  /** Those that a number of {@link RevokedTimes} covers. */
  static TokenRanges ofEverythingOf(String subject) {
    if (subject.equals(RevokedTimes.PLATFORM)) {
      return of(new Whose.Everyone());
    }
    var client = new Id.Client(subject);
    return Id.ORGANIZATION
        .parse(subject)
        .map(id -> of(new Whose.OfOrganization(id)))
        .orElseGet(() ->
            new TokenRanges(
                List.of(),
                Stream.concat(
                    Stream.of(TokenRange.tokensOf(client)), TokenRange.grantsOf(client))));
  }

  /** The ranges of a selection that has only a few; none of an organization or of everyone. */
  static Stream<TokenRange> few(Whose whose) {
    return switch (whose) {
      case Whose.Everyone _, Whose.OfOrganization _ -> Stream.of();
      case Whose.OfCredential(Credential.Personal app) -> TokenRange.grantsOf(app.clientId());
      case Whose.OfCredential(Credential.Organizational machine) ->
          Stream.of(TokenRange.tokensOf(machine.clientId()));
      case Whose.OfPerson(Id.User person) ->
          Stream.of(TokenRange.grants("i.user_id = :person", Map.of("person", person)));
      case Whose.OfPersonToApp(Id.User person, Credential.Personal app) ->
          Stream.of(
              TokenRange.grants(
                  "i.user_id = :person AND i.client_id = :client",
                  Map.of("person", person, "client", app.clientId())));
      case Whose.OneGrant(Id.Grant grant) ->
          Stream.of(TokenRange.grants("i.grant_id = :grant", Map.of("grant", grant)));
      case Whose.OneGrantToApp(Id.Grant grant, Credential.Personal app) ->
          Stream.of(
              TokenRange.grants(
                  "i.grant_id = :grant AND i.client_id = :client",
                  Map.of("grant", grant, "client", app.clientId())));
      case Whose.OneOrganizationToken(SecretHash token) ->
          Stream.of(
              new TokenRange(
                  TokenRange.Table.ORGANIZATION_TOKENS,
                  "i.token_hash = :token",
                  Map.of("token", token)));
    };
  }

  /** The next range, which stays the next one; empty at the end. */
  Optional<TokenRange> peek(Database database) {
    while (ready.isEmpty() && !pages.isEmpty()) {
      Pages next = pages.removeFirst();
      List<Row> rows = database.read(next::read);
      rows.stream().flatMap(Row::ranges).forEach(ready::add);
      if (rows.size() == PAGE) {
        pages.addFirst(next.after(rows.getLast()));
      }
    }
    return Optional.ofNullable(ready.peekFirst());
  }

  void remove() {
    ready.removeFirst();
  }

  /** A credential or a team. */
  private record Row(String kind, String id, Instant createdAt) {
    Stream<TokenRange> ranges() {
      return switch (kind) {
        case "PERSONAL" -> TokenRange.grantsOf(new Id.Client(id));
        case "ORGANIZATION" -> Stream.of(TokenRange.tokensOf(new Id.Client(id)));
        default -> Stream.of(TokenRange.grantsIn(new Id.Team(id)));
      };
    }
  }

  /** The rest of the credentials or teams. */
  private record Pages(String text, Map<String, Object> values, Optional<Row> last) {
    private static final String CREDENTIALS =
        """
        SELECT c.type AS kind, c.client_id AS id, c.created_at
        FROM credentials c
        WHERE c.deleted_at IS NULL
        """;

    private static final Pages OF_ALL_CREDENTIALS =
        new Pages(
            CREDENTIALS
                + """
                  AND c.client_id > :last
                ORDER BY c.client_id
                LIMIT :most
                """,
            Map.of(),
            Optional.empty());

    static Pages ofCredentials(Id.Organization organization) {
      return new Pages(
          CREDENTIALS
              + """
                AND c.organization_id = :organization
                AND (c.created_at, c.client_id) > (:last_at, :last)
              ORDER BY c.created_at, c.client_id
              LIMIT :most
              """,
          Map.of("organization", organization, "last_at", Instant.EPOCH),
          Optional.empty());
    }

    static Pages ofTeams(Id.Organization organization) {
      return new Pages(
          """
          SELECT 'TEAM' AS kind, t.team_id AS id, t.created_at
          FROM teams t
          WHERE t.organization_id = :organization
            AND t.team_id > :last
          ORDER BY t.team_id
          LIMIT :most
          """,
          Map.of("organization", organization),
          Optional.empty());
    }

    Pages after(Row row) {
      return new Pages(text, values, Optional.of(row));
    }

    List<Row> read(Sql sql) throws SQLException {
      var named = Values.copyOf(values).and("last", last.map(Row::id).orElse("")).and("most", PAGE);
      if (named.containsKey("last_at")) {
        named.put("last_at", last.map(Row::createdAt).orElse(Instant.EPOCH));
      }
      return sql.all(
          text, row -> new Row(row.text("kind"), row.text("id"), row.instant("created_at")), named);
    }
  }
}
