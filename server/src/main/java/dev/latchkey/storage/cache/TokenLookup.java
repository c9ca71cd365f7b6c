package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RowKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads access tokens from the tables {@code pairs} and {@code grants}. The other rows that decide
 * (app, owner, user, membership, team) change rarely and are the same for many tokens. They are
 * cached until one of them changes ({@link SharedRows}). If one of these rows may be changing, the
 * token is read completely in one statement.
 */
public final class TokenLookup {
  private static final int MAX_APPS = 4_096;
  private static final int MAX_MEMBERS = 32_768;

  private final Database database;
  private final ChangeVersions versions;
  private final SharedRows<Id.Client, TokenRows.App> apps;
  private final SharedRows<TokenRows.Member, TokenRows.Membership> members;

  public TokenLookup(Database database, ChangeVersions versions) {
    this.database = database;
    this.versions = versions;
    this.apps = new SharedRows<>(versions, MAX_APPS, this::readApps);
    this.members = new SharedRows<>(versions, MAX_MEMBERS, this::readMembers);
  }

  private List<SharedRows.Found<Id.Client, TokenRows.App>> readApps(List<Id.Client> clients) {
    var keys = RowKeys.of(Column.texts(clients, client -> client));
    return database.read(sql -> sql.findByKeys(TokenRows.APPS, keys, TokenRows.App::found));
  }

  private List<SharedRows.Found<TokenRows.Member, TokenRows.Membership>> readMembers(
      List<TokenRows.Member> requested) {
    var keys =
        RowKeys.of(
            Column.texts(requested, TokenRows.Member::user),
            Column.texts(requested, TokenRows.Member::team));
    return database.read(
        sql -> sql.findByKeys(TokenRows.MEMBERS, keys, TokenRows.Membership::found));
  }

  /** The active tokens among these, in any order. {@code before} is a moment before this call. */
  public List<CachedToken.Live> find(List<SecretHash> hashes, ChangeVersions.Moment before) {
    if (hashes.isEmpty()) {
      return List.of();
    }
    List<TokenRows.Pair> pairs =
        database.read(
            sql -> sql.findByKeys(TokenRows.PAIRS, RowKeys.of(hashes), TokenRows.Pair::read));
    if (pairs.isEmpty()) {
      return List.of();
    }
    versions.catchUp();
    Map<Id.Client, TokenRows.App> appsById =
        apps.find(pairs.stream().map(TokenRows.Pair::client), before);
    Map<TokenRows.Member, TokenRows.Membership> membersById =
        members.find(pairs.stream().map(TokenRows.Pair::member), before);
    var found = new ArrayList<CachedToken.Live>();
    var unknown = new ArrayList<SecretHash>();
    for (TokenRows.Pair pair : pairs) {
      TokenRows.App app = appsById.get(pair.client());
      TokenRows.Membership member = membersById.get(pair.member());
      if (app != null && member != null && pair.isLive(app, member)) {
        found.add(pair.token(app, member));
      } else {
        unknown.add(pair.hash());
      }
    }
    found.addAll(findComplete(unknown));
    return found;
  }

  private List<CachedToken.Live> findComplete(List<SecretHash> hashes) {
    if (hashes.isEmpty()) {
      return List.of();
    }
    return database.read(
        sql -> sql.findByKeys(TokenRows.PERSONAL, RowKeys.of(hashes), TokenRows::live));
  }
}
