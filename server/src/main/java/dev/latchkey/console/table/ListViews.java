package dev.latchkey.console.table;

import dev.latchkey.console.page.Section;
import dev.latchkey.model.person.SavedView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The saved views above a list. {@code unsaved}: the filters that it shows if they are those of no
 * view. {@code address}: that of the list as it is.
 */
public record ListViews(
    Section section, String address, List<Tab> tabs, Optional<String> unsaved, boolean mayShare) {
  public ListViews {
    tabs = List.copyOf(tabs);
  }

  public static final ListViews NONE =
      new ListViews(Section.HOME, "", List.of(), Optional.empty(), false);

  /** A link to the list with the filters of a view; without a name, to the whole list. */
  public record Tab(Optional<SavedView> view, String href, boolean isCurrent) {}

  public static ListViews of(
      Section section, TableQuery<?> query, List<SavedView> views, boolean mayShare) {
    String shown = query.saved();
    boolean isFiltered = !shown.equals(query.unfiltered().saved());
    Optional<SavedView> current =
        views.stream().filter(view -> view.filters().equals(shown)).findFirst();
    Optional<String> unsaved =
        isFiltered && current.isEmpty() ? Optional.of(shown) : Optional.empty();
    var tabs = new ArrayList<Tab>();
    tabs.add(new Tab(Optional.empty(), query.unfiltered().address(), !isFiltered));
    for (SavedView view : views) {
      String href = query.showing(view.filters());
      tabs.add(new Tab(Optional.of(view), href, current.filter(view::equals).isPresent()));
    }
    return new ListViews(section, query.address(), tabs, unsaved, mayShare);
  }

  /** The view that the list shows. */
  public Optional<SavedView> current() {
    return tabs.stream().filter(Tab::isCurrent).findFirst().flatMap(Tab::view);
  }

  /** Whether there is something to choose or to save. */
  public boolean isShown() {
    return tabs.size() > 1 || unsaved.isPresent();
  }
}
