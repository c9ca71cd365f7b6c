package dev.latchkey.app.demo.history;

import dev.latchkey.console.page.Section;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.SavedViews;
import dev.latchkey.storage.people.UserLists;

/** Views that an administrator shares, of what administrators look through every week. */
record ViewHistory(Past past) {
  private static final String ADMINISTRATOR = "olga";

  void tell() {
    var credentials = TableQuery.of("/", Form.EMPTY, CredentialLists.Column.values());
    var people = TableQuery.of("/", Form.EMPTY, UserLists.Column.values());
    save(
        Section.ORGANIZATION_SETTINGS,
        "Secrets to replace",
        credentials.with("concern", CredentialConcern.OLD_SECRET.name()));
    save(
        Section.ORGANIZATION_SETTINGS,
        "Tokens nobody uses",
        credentials.with("concern", CredentialConcern.UNUSED_TOKEN.name()));
    save(Section.ORGANIZATION_PEOPLE, "No second factor", people.with("factor", "NONE"));
  }

  private void save(Section list, String name, TableQuery<?> filtered) {
    var view =
        new SavedViews.NewView(
            Id.VIEW.draw(past.random()), list.name(), name, filtered.saved(), true);
    past.timeline()
        .add(
            past.days().atWork(20),
            SignIns.OFFICE,
            now ->
                past.stores()
                    .users()
                    .savedViews()
                    .save(past.cast().person(ADMINISTRATOR), view, now));
  }
}
