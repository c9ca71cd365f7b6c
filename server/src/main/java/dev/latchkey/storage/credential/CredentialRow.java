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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The columns about how people see it. */
  public static AppProfile profile(Sql.Row row) throws SQLException {
    var client = new Id.Client(row.text("client_id"));
    Optional<Logo> logo =
        Optional.of(row.text("logo")).filter(Logo::isHash).map(hash -> new Logo(client, hash));
    return new AppProfile(row.text("description"), row.text("homepage"), row.text("privacy"), logo);
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

  static String redirectUris(Credential credential) {
    return switch (credential) {
      case Credential.Personal personal ->
          personal.redirectUris().stream().map(RedirectUri::text).collect(Collectors.joining("\n"));
      case Credential.Organizational _ -> "";
    };
  }

  static String options(Credential credential) {
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
