package dev.latchkey.console.directory;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The filters of a table of people, read from the address of the page. */
public record PeopleFilter(
    TableQuery<UserLists.Column> query,
    Optional<User.Role> role,
    Optional<ManagedUser.State> state,
    Optional<Factor> factor) {
  private static final String ROLE = "role";
  private static final String STATE = "state";
  private static final String FACTOR = "factor";

  /** The start page of administrators leads to those without a second factor. */
  public enum Factor {
    NONE
  }

  static PeopleFilter of(String path, Organization organization, Form form) {
    Optional<User.Role> role = TableQuery.chosen(form, ROLE, User.Role.values());
    Optional<ManagedUser.State> state = TableQuery.chosen(form, STATE, ManagedUser.State.values());
    Optional<Factor> factor = TableQuery.chosen(form, FACTOR, Factor.values());
    TableQuery<UserLists.Column> query =
        TableQuery.of(path, form, UserLists.Column.values())
            .with(TableQuery.ORGANIZATION, organization.id().value())
            .with(ROLE, role)
            .with(STATE, state)
            .with(FACTOR, factor);
    return new PeopleFilter(query, role, state, factor);
  }

  UserLists.Filter filter() {
    return new UserLists.Filter(role, state, Optional.empty(), factor.isPresent());
  }

  /** The filters that are set, in the order of their fields. */
  List<Table.Chip> chips(Page page) {
    var chips = new ArrayList<>(query.searchChip(page));
    role.ifPresent(
        chosen -> chips.add(query.chip(ROLE, page.say("people.role"), page.say("role." + chosen))));
    state.ifPresent(chosen ->
        chips.add(query.chip(STATE, page.say("people.state"), page.say("state." + chosen))));
    factor.ifPresent(_ ->
        chips.add(query.chip(FACTOR, page.say("people.factor"), page.say("people.factor.NONE"))));
    return chips;
  }

  public boolean isRole(User.Role other) {
    return role.filter(other::equals).isPresent();
  }

  public boolean isState(ManagedUser.State other) {
    return state.filter(other::equals).isPresent();
  }
}
