package dev.latchkey.storage.credential;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Logo;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Reach;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts credentials to and from rows of {@code credentials}. */
public final class CredentialRow {
  private CredentialRow() {}

  static Credential read(Sql.Row row) throws SQLException {
    return row.text("type").equals("PERSONAL") ? personal(row) : organizational(row);
  }

  public static Credential.Personal personal(Sql.Row row) throws SQLException {
    return personal(row, profile(row));
  }

  /** A check needs no more, and should read no more. */
  public static Credential.Personal withoutProfile(Sql.Row row) throws SQLException {
    return personal(row, AppProfile.NONE);
  }

  private static Credential.Personal personal(Sql.Row row, AppProfile profile) throws SQLException {
    return new Credential.Personal(
        new Id.Client(row.text("client_id")),
        row.text("name"),
        new Id.Organization(row.text("organization_id")),
        new Id.User(row.text("owner_id")),
        Scopes.parse(row.text("scope")),
        row.text("redirect_uris").lines().map(RedirectUri::new).toList(),
        options(row.text("options")),
        AllowedNetworks.parse(row.text("networks")),
        profile,
        row.instant("created_at"),
        row.number("version"));
  }

  private static Credential.Organizational organizational(Sql.Row row) throws SQLException {
    var organization = new Id.Organization(row.text("organization_id"));
    return new Credential.Organizational(
        new Id.Client(row.text("client_id")),
        row.text("name"),
        organization,
        new Id.User(row.text("owner_id")),
        Scopes.parse(row.text("scope")),
        new Id.VirtualAdministrator(row.text("subject_id")),
        new Reach(organization, row.maybeText("team_id").map(Id.Team::new)),
        AllowedNetworks.parse(row.text("networks")),
        profile(row),
        row.instant("created_at"),
        row.number("version"));
  }

  /** The columns that people fill in, with their values. */
  static SequencedMap<String, Object> filledIn(Credential credential) {
    var columns = new LinkedHashMap<String, Object>();
    columns.put("name", credential.name());
    columns.put("scope", credential.scope().joined(Scopes.Separator.COMMA));
    columns.put("redirect_uris", redirectUris(credential));
    columns.put("options", options(credential));
    columns.put("networks", credential.networks().text());
    for (AppProfile.Text text : AppProfile.Text.values()) {
      columns.put(text.code(), credential.profile().text(text));
    }
    return columns;
  }

  /** The columns that {@link #profile} reads beside the identifier. */
  public static String profileColumns(String table) {
    return Stream.concat(
            Stream.of(AppProfile.Text.values()).map(AppProfile.Text::code), Stream.of("logo"))
        .map(column -> table + "." + column)
        .collect(Collectors.joining(", "));
  }

  /** How people see it. */
  public static AppProfile profile(Sql.Row row) throws SQLException {
    var client = new Id.Client(row.text("client_id"));
    Optional<Logo> logo =
        Optional.of(row.text("logo")).filter(Logo::isHash).map(hash -> new Logo(client, hash));
    var texts = new EnumMap<AppProfile.Text, String>(AppProfile.Text.class);
    for (AppProfile.Text text : AppProfile.Text.values()) {
      texts.put(text, row.text(text.code()));
    }
    return new AppProfile(texts, logo);
  }

  /** A credential that was never used has the number 0, so that an index can sort by it. */
  static Optional<Instant> lastUse(Sql.Row row) throws SQLException {
    return Optional.of(row.instant("last_used_at")).filter(at -> !at.equals(Instant.EPOCH));
  }

  static String type(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> "PERSONAL";
      case Credential.Organizational _ -> "ORGANIZATION";
    };
  }

  private static String redirectUris(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          personal.redirectUris().stream().map(RedirectUri::text).collect(Collectors.joining("\n"));
      case Credential.Organizational _ -> "";
    };
  }

  private static String options(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          personal.options().stream().map(Enum::name).sorted().collect(Collectors.joining(","));
      case Credential.Organizational _ -> "";
    };
  }

  private static Set<Credential.Option> options(String text) {
    return Arrays.stream(text.split(","))
        .filter(name -> !name.isEmpty())
        .map(Credential.Option::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }
}
