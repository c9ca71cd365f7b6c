package dev.latchkey.console.page;

import dev.latchkey.model.person.Organization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The organizations that a page offers to a super administrator: the first ones by name, and the
 * one that the page is about. A page that offered all of them would grow with the platform. {@code
 * hasMore}: whether there are others, to which a link leads.
 */
public record OrganizationChoice(List<Organization> listed, boolean hasMore) {
  public static final OrganizationChoice NONE = new OrganizationChoice(List.of(), false);

  private static final int MOST = 20;

  /** How many organizations to read, which is one more than the most that are listed. */
  public static final int READ = MOST + 1;

  public OrganizationChoice {
    listed = List.copyOf(listed);
  }

  /** {@code found}: the first {@link #READ} organizations. One alone is no choice. */
  public static OrganizationChoice of(List<Organization> found, Optional<Organization> here) {
    if (found.size() < 2) {
      return NONE;
    }
    var listed = new ArrayList<>(found.subList(0, Math.min(MOST, found.size())));
    here.filter(shown -> !listed.contains(shown)).ifPresent(listed::addFirst);
    return new OrganizationChoice(listed, found.size() > MOST);
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }
}
