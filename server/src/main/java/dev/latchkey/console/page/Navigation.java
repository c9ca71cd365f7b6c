package dev.latchkey.console.page;

import dev.latchkey.model.Id;
import dev.latchkey.model.Words;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.query.BoundedCount;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sections that a person may enter, by their contexts. {@code organization}: the one that the
 * page is about, or else the person's own.
 */
public record Navigation(
    Words words, Optional<Organization> organization, List<Section> sections, Approvals approvals) {
  /**
   * How many requests wait for a decision in an organization. {@code waiting} is empty if the
   * operator lets no organization use apps without a credential.
   */
  public record Approvals(Optional<Function<Id.Organization, BoundedCount>> waiting) {
    public static final Approvals NONE = new Approvals(Optional.empty());

    boolean isOffered() {
      return waiting.isPresent();
    }

    Optional<BoundedCount> of(Id.Organization organization) {
      return waiting.map(count -> count.apply(organization)).filter(count -> count.shown() > 0);
    }
  }

  public Navigation {
    sections = List.copyOf(sections);
  }

  /** The contexts of which the person may enter a section. */
  public List<Context> contexts() {
    return Arrays.stream(Context.values()).filter(each -> !within(each).isEmpty()).toList();
  }

  /** The context of a page of this section; of a page without one, the person's own. */
  public Context context(@Nullable Section here) {
    return contexts().reversed().stream()
        .filter(each -> here != null && within(each).contains(here))
        .findFirst()
        .orElse(Context.PERSONAL);
  }

  public List<Area> areas(Context context) {
    return within(context).stream().map(Section::area).distinct().toList();
  }

  public List<Section> within(Area area) {
    return sections.stream().filter(section -> section.area() == area).toList();
  }

  /**
   * The sections of a context: in that of an organization, those of its kind. Only who manages
   * organizations sees the audit log of the platform.
   */
  private List<Section> within(Context context) {
    if (context == Context.PLATFORM && !managesOrganizations()) {
      return List.of();
    }
    return sections.stream()
        .filter(section -> section.area().isOf(context))
        .filter(section -> section.kind().isEmpty() || section.kind().equals(kind()))
        .toList();
  }

  /** What is shown beside a section: how many requests wait for a decision there, if any do. */
  public String badge(Section section) {
    return section == Section.APPROVALS
        ? organization
            .flatMap(each -> approvals.of(each.id()))
            .map(count -> words.say(count.isMore() ? "count.more" : "count.exact", count.shown()))
            .orElse("")
        : "";
  }

  private Optional<Organization.Kind> kind() {
    return organization.map(Organization::kind);
  }

  /** The name of a context, as the switch shows it. */
  public String name(Context context) {
    return context == Context.ORGANIZATION
        ? organization.map(Organization::name).orElse("")
        : words.say("context." + context);
  }

  /** The address of a section, which names the organization if the person could mean another. */
  public String href(Context context, Section section) {
    boolean names = context == Context.ORGANIZATION && managesOrganizations();
    return section.path()
        + organization
            .filter(_ -> names)
            .map(each -> "?organization=" + each.id().value())
            .orElse("");
  }

  /** The first page of a context. */
  public String href(Context context) {
    return href(context, within(context).getFirst());
  }

  /** Whether the person may choose between the organizations of the platform. */
  public boolean managesOrganizations() {
    return sections.contains(Section.PLATFORM_ORGANIZATIONS);
  }
}
