package dev.latchkey.console.directory;

import dev.latchkey.console.page.Tab;
import dev.latchkey.model.person.Rights;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The tabs of the page of a person. Each is a page with its own address. */
public enum PersonTab {
  PROFILE(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION),
  CREDENTIALS(Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION),
  ACCESS(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION),
  APPS(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION),
  SESSIONS(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION),
  CALLS(Rights.Act.SEE_AUDIT_OF_ORGANIZATION),
  ACTIVITY(Rights.Act.SEE_AUDIT_OF_ORGANIZATION);

  private final Rights.Act act;

  PersonTab(Rights.Act act) {
    this.act = act;
  }

  /** What surrounds the content of a tab. */
  public record Frame(PersonRequest at, List<Tab> tabs) {}

  /** The path of the tab, below that of the person. The profile is the person's own. */
  public String path() {
    return this == PROFILE ? "" : "/" + name().toLowerCase(Locale.ROOT);
  }

  public String href(PersonRequest at) {
    return at.href() + path();
  }

  /** Whether the administrator may see what the tab shows. */
  boolean isFor(PersonRequest at) {
    return Rights.allow(at.by(), act, at.organization());
  }

  public Frame frame(PersonRequest at) {
    List<Tab> tabs =
        Arrays.stream(values())
            .filter(tab -> tab.isFor(at))
            .map(tab -> new Tab("person.tab." + tab, tab.href(at), tab == this))
            .toList();
    return new Frame(at, tabs);
  }
}
