package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.SavedView;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The filters that people have saved for lists. A list is known by its name. */
public final class SavedViews {
  /** The maximum number of views that one person has saved, for all lists. */
  public static final int MAX = 50;

  /** How many of those that others share are shown above a list. */
  private static final int MAX_SHARED = 20;

  private final Database database;

  public SavedViews(Database database) {
    this.database = database;
  }

  public record NewView(Id.View id, String list, String name, String filters, boolean isShared) {}

  /** The views of a list: the reader's own, and those that their organization shares. */
  public List<SavedView> of(User reader, String list) {
    return database.list(sql ->
        sql.all(
            """
            SELECT v.*, CASE WHEN v.owner_id = :reader THEN 1 ELSE 0 END AS own,
                CASE WHEN EXISTS (SELECT 1 FROM first_views f
                    WHERE f.user_id = :reader AND f.list = :list AND f.view_id = v.view_id) THEN 1 ELSE 0 END AS first
            FROM (
                SELECT view_id, owner_id, name, filters, shared FROM saved_views
                WHERE owner_id = :reader AND list = :list
                UNION ALL
                SELECT * FROM (
                    SELECT view_id, owner_id, name, filters, shared FROM saved_views
                    WHERE organization_id = :organization AND list = :list AND shared = 1 AND owner_id <> :reader
                    ORDER BY name, view_id
                    LIMIT :most) others) v
            ORDER BY v.name, v.view_id
            """,
            SavedViews::view,
            Map.of(
                "reader",
                reader.id(),
                "organization",
                reader.organization(),
                "list",
                list,
                "most",
                MAX_SHARED)));
  }

  /** The filters with which a list opens for the reader. */
  public Optional<String> first(User reader, String list) {
    return database.list(sql ->
        sql.one(
            """
            SELECT v.filters
            FROM first_views f
            JOIN saved_views v ON v.view_id = f.view_id
            WHERE f.user_id = :reader AND f.list = :list
              AND (v.owner_id = :reader OR (v.shared = 1 AND v.organization_id = :organization))
            """,
            row -> row.text("filters"),
            Map.of("reader", reader.id(), "list", list, "organization", reader.organization())));
  }

  /**
   * Saves a view, or gives the one of this name other filters. False if the person has too many.
   */
  public boolean save(User owner, NewView view, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      lock(sql, owner);
      return sql.updateOne(
          """
          INSERT INTO saved_views (view_id, organization_id, owner_id, list, name, filters, shared)
          SELECT :view, :organization, :owner, :list, :name, :filters, :shared
          WHERE (SELECT COUNT(*) FROM saved_views WHERE owner_id = :owner AND (list <> :list OR name <> :name)) < :most
          ON CONFLICT (owner_id, list, name) DO UPDATE
          SET filters = excluded.filters, shared = excluded.shared
          """,
          Map.of(
              "view",
              view.id(),
              "organization",
              owner.organization(),
              "owner",
              owner.id(),
              "list",
              view.list(),
              "name",
              view.name(),
              "filters",
              view.filters(),
              "shared",
              view.isShared() ? 1 : 0,
              "most",
              MAX));
    });
  }

  /** Locks the person, so that what is counted next stays true. */
  private static void lock(Sql sql, User owner) throws SQLException {
    sql.update("UPDATE users SET passkeys = passkeys WHERE user_id = ?", owner.id());
  }

  /**
   * Removes a view of this person, and with {@code ofOthers} one that is shared in their
   * organization. Lists that opened with it open without filters.
   */
  public void remove(User remover, boolean ofOthers, Id.View view, RequestMoment now) {
    var store = database.at(now);
    store.write(sql -> {
      boolean isRemoved =
          sql.updateOne(
              """
              DELETE FROM saved_views
              WHERE view_id = :view
                AND (owner_id = :remover OR (:others = 1 AND shared = 1 AND organization_id = :organization))
              """,
              Map.of(
                  "view",
                  view,
                  "remover",
                  remover.id(),
                  "others",
                  ofOthers ? 1 : 0,
                  "organization",
                  remover.organization()));
      if (isRemoved) {
        sql.update("DELETE FROM first_views WHERE view_id = ?", view);
      }
      return view;
    });
  }

  /** From now on the list opens with this view for the reader, or without filters. */
  public void openFirst(User reader, String list, Optional<Id.View> view, RequestMoment now) {
    var store = database.at(now);
    store.write(sql -> {
      sql.update("DELETE FROM first_views WHERE user_id = ? AND list = ?", reader.id(), list);
      if (view.isPresent()) {
        sql.update(
            """
            INSERT INTO first_views (user_id, list, view_id)
            SELECT :reader, v.list, v.view_id
            FROM saved_views v
            WHERE v.view_id = :view AND v.list = :list
              AND (v.owner_id = :reader OR (v.shared = 1 AND v.organization_id = :organization))
            ON CONFLICT (user_id, list) DO UPDATE SET view_id = excluded.view_id
            """,
            Map.of(
                "reader",
                reader.id(),
                "list",
                list,
                "view",
                view.get(),
                "organization",
                reader.organization()));
      }
      return view;
    });
  }

  private static SavedView view(Sql.Row row) throws SQLException {
    return new SavedView(
        new Id.View(row.text("view_id")),
        row.text("name"),
        row.text("filters"),
        row.number("shared") == 1,
        row.number("own") == 1,
        row.number("first") == 1);
  }
}
