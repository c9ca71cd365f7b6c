package dev.latchkey.console.directory;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The filters of a table of people, read from the address of the page. */
public record PeopleFilter(
    TableQuery<UserLists.Column> query,
    Optional<User.Role> role,
    Optional<ManagedUser.State> state,
    Optional<Factor> factor,
    Optional<Idle> idle) {
  private static final String ROLE = "role";
  private static final String STATE = "state";
  private static final String FACTOR = "factor";
  private static final String IDLE = "idle";

  /** The start page of administrators leads to those without a second factor. */
  public enum Factor {
    NONE
  }

  /** How long people have not signed in. */
  public enum Idle {
    DAYS_30(30),
    DAYS_90(90);

    private final Duration time;

    Idle(int days) {
      this.time = Duration.ofDays(days);
    }

    Instant since(Instant now) {
      return now.minus(time);
    }
  }

  static PeopleFilter of(String path, Organization organization, Form form) {
    Optional<User.Role> role = TableQuery.chosen(form, ROLE, User.Role.values());
    Optional<ManagedUser.State> state = TableQuery.chosen(form, STATE, ManagedUser.State.values());
    Optional<Factor> factor = TableQuery.chosen(form, FACTOR, Factor.values());
    Optional<Idle> idle = TableQuery.chosen(form, IDLE, Idle.values());
    TableQuery<UserLists.Column> query =
        TableQuery.of(path, form, UserLists.Column.values())
            .with(TableQuery.ORGANIZATION, organization.id().value())
            .with(ROLE, role)
            .with(STATE, state)
            .with(FACTOR, factor)
            .with(IDLE, idle);
    return new PeopleFilter(query, role, state, factor, idle);
  }

  UserFilter filter(Instant now) {
    return new UserFilter(
        role, state, Optional.empty(), factor.isPresent(), idle.map(days -> days.since(now)));
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
    idle.ifPresent(days ->
        chips.add(query.chip(IDLE, page.say("people.signed-in"), page.say("people.idle." + days))));
    return chips;
  }

  public boolean isRole(User.Role other) {
    return role.filter(other::equals).isPresent();
  }

  public boolean isIdle(Idle other) {
    return idle.filter(other::equals).isPresent();
  }

  public boolean isState(ManagedUser.State other) {
    return state.filter(other::equals).isPresent();
  }
}
