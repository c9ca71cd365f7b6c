package dev.latchkey.people.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.SavedView;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.SavedViews;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The acts on saved views, without a page. */
class ViewActsTest extends ActsOnBothStores {
  private static final String LIST = "PEOPLE";

  private final ViewActs acts = latchkey.installation().viewActs();
  private final SavedViews views = latchkey.stores().users().savedViews();
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, latchkey.team(acme));
  private final Person head = latchkey.administrator(acme);

  @Test
  void a_view_is_for_one_list_and_the_same_name_changes_it() {
    assertThat(save(mei, "Mine", "q=a", false)).isInstanceOf(SaveView.Saved.class);
    assertThat(save(mei, "Mine", "q=b", false)).isInstanceOf(SaveView.Saved.class);

    assertThat(of(mei)).extracting(SavedView::filters).containsExactly("q=b");
    assertThat(views.of(mei.user(), "OTHER")).isEmpty();
  }

  @Test
  void only_administrators_share_views_and_only_with_their_organization() {
    save(mei, "Of a member", "q=a", true);
    save(head, "Ours", "q=a", true);
    save(head, "Mine", "q=b", false);

    assertThat(of(mei)).extracting(SavedView::name).containsExactly("Of a member", "Ours");
    assertThat(of(head)).extracting(SavedView::name).containsExactly("Mine", "Ours");
    assertThat(of(latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM))))
        .isEmpty();
  }

  @Test
  void a_list_opens_with_a_view_that_its_reader_sees_and_with_no_other() {
    save(head, "Ours", "q=a", true);
    save(head, "Mine", "q=b", false);
    Id.View mine = of(head).getFirst().id();
    Id.View ours = of(head).getLast().id();

    acts.openWithView().by(actor(mei), LIST, Optional.of(ours));
    assertThat(views.first(mei.user(), LIST)).contains("q=a");
    acts.openWithView().by(actor(mei), LIST, Optional.of(mine));
    assertThat(views.first(mei.user(), LIST)).isEmpty();
    acts.openWithView().by(actor(mei), LIST, Optional.of(ours));
    acts.openWithView().by(actor(mei), LIST, Optional.empty());
    assertThat(views.first(mei.user(), LIST)).isEmpty();
  }

  @Test
  void
      only_who_saved_a_view_or_administers_the_organization_removes_it_and_then_no_list_opens_with_it() {
    save(head, "Ours", "q=a", true);
    Id.View ours = of(head).getFirst().id();
    acts.openWithView().by(actor(mei), LIST, Optional.of(ours));

    acts.removeView().by(actor(mei), ours);
    assertThat(views.first(mei.user(), LIST)).contains("q=a");
    acts.removeView()
        .by(
            actor(latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM))),
            ours);
    assertThat(views.first(mei.user(), LIST)).contains("q=a");
    acts.removeView().by(actor(latchkey.administrator(acme)), ours);
    assertThat(views.first(mei.user(), LIST)).isEmpty();
    assertThat(of(mei)).isEmpty();
  }

  @Test
  void a_view_that_is_no_longer_shared_opens_no_list_of_others() {
    save(head, "Ours", "q=a", true);
    acts.openWithView().by(actor(mei), LIST, Optional.of(of(head).getFirst().id()));
    save(head, "Ours", "q=a", false);

    assertThat(views.first(mei.user(), LIST)).isEmpty();
  }

  @Test
  void a_name_that_cannot_be_shown_is_refused_as_are_filters_that_are_none() {
    for (String filters :
        List.of(
            "",
            "&",
            "q=\"><script>",
            "q=" + "a".repeat(2_000),
            "q=%00",
            "q=%",
            "q=%ff",
            "a&".repeat(51))) {
      assertThat(save(mei, "x", filters, false)).isEqualTo(new SaveView.Flawed());
    }
    assertThat(save(mei, " ", "q=a", false)).isEqualTo(new SaveView.Flawed());
  }

  @Test
  void the_number_of_views_is_limited_also_for_requests_at_the_same_time() {
    for (int i = 1; i < SavedViews.MAX; i++) {
      save(mei, "View " + i, "q=a", false);
    }
    List<SaveView.Outcome> outcomes = Crowd.of(8, i -> save(mei, "Another " + i, "q=a", false));

    assertThat(outcomes).containsOnlyOnce(new SaveView.Saved());
    assertThat(outcomes).contains(new SaveView.TooMany());
    assertThat(of(mei)).hasSize(SavedViews.MAX);
    assertThat(save(mei, "View 1", "q=b", false)).isEqualTo(new SaveView.Saved());
  }

  private SaveView.Outcome save(Person whom, String name, String filters, boolean isShared) {
    return acts.saveView().by(actor(whom), new SaveView.Wanted(LIST, name, filters, isShared));
  }

  private List<SavedView> of(Person whom) {
    return views.of(whom.user(), LIST);
  }
}
