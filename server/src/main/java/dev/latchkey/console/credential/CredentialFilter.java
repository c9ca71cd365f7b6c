package dev.latchkey.console.credential;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.CredentialLists.Column;
import dev.latchkey.storage.credential.CredentialLists.Search;
import dev.latchkey.storage.query.SearchText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The filters of a table of credentials, read from the address of the page. */
public record CredentialFilter(
    TableQuery<Column> query,
    Optional<Search.Type> type,
    Optional<Search.State> state,
    Optional<CredentialConcern> concern) {

  private static final String TYPE = "type";
  private static final String STATE = "state";
  private static final String CONCERN = "concern";

  static CredentialFilter of(String path, Optional<Organization> organization, Form form) {
    Optional<Search.Type> type = TableQuery.chosen(form, TYPE, Search.Type.values());
    Optional<Search.State> state = TableQuery.chosen(form, STATE, Search.State.values());
    Optional<CredentialConcern> concern =
        TableQuery.chosen(form, CONCERN, CredentialConcern.values());
    TableQuery<Column> query =
        TableQuery.of(path, form, Column.values())
            .with("organization", organization.map(each -> each.id().value()).orElse(""))
            .with(TYPE, type)
            .with(STATE, state)
            .with(CONCERN, concern);
    return new CredentialFilter(query, type, state, concern);
  }

  CredentialLists.Search search() {
    return new CredentialLists.Search(
        new SearchText(query.search()), type, state, concern, Optional.empty(), query.page());
  }

  /** The filters that are set, in the order of their fields. */
  List<Table.Chip> chips(Page page) {
    var chips = new ArrayList<>(query.searchChip(page));
    type.ifPresent(chosen ->
        chips.add(query.chip(TYPE, page.say("credential.type"), page.say("type." + chosen))));
    state.ifPresent(chosen ->
        chips.add(query.chip(STATE, page.say("list.state"), page.say("state." + chosen))));
    concern.ifPresent(chosen ->
        chips.add(query.chip(CONCERN, page.say("list.concern"), page.say("concern." + chosen))));
    return chips;
  }

  public boolean isType(Search.Type other) {
    return type.filter(other::equals).isPresent();
  }

  public boolean isConcern(CredentialConcern other) {
    return concern.filter(other::equals).isPresent();
  }

  public boolean isState(Search.State other) {
    return state.filter(other::equals).isPresent();
  }
}
