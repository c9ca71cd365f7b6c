package dev.latchkey.console.approval;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClientReview.Listed;
import java.util.List;
import java.util.stream.Stream;

/** The data of the queue of an organization. */
public record ApprovalsView(
    Organization organization, List<Listed> apps, Catalogue catalogue, boolean isMailed) {
  public ApprovalsView {
    apps = List.copyOf(apps);
  }

  public List<Listed> waiting() {
    return apps.stream().filter(Listed::waits).toList();
  }

  public List<Listed> decided() {
    return apps.stream().filter(each -> !each.waits()).toList();
  }

  public List<Scope> asked(Listed app) {
    return catalogue.describe(app.asked());
  }

  /** All that an app has asked for or may use. */
  public List<Scope> concerned(Listed app) {
    List<String> names =
        Stream.concat(app.asked().names().stream(), granted(app).names().stream()).toList();
    return catalogue.describe(Scopes.of(names));
  }

  public static Scopes granted(Listed app) {
    return app.granted().map(PublicClientReview.Granted::scope).orElse(Scopes.NONE);
  }

  /** How much of what was asked for the app may use. */
  public static String extent(Page page, Listed app) {
    int granted = granted(app).names().size();
    int asked = app.asked().names().size();
    if (app.granted().isEmpty()) {
      return page.say(asked == 0 ? "approvals.asked-none" : "approvals.asked-for", asked);
    }
    return page.say(asked == 0 ? "approvals.granted" : "approvals.granted-of", granted, asked);
  }

  /** Who asked: one name, and how many others. */
  public static String askers(Page page, Listed app) {
    String first = app.requests().isEmpty() ? app.askedBy() : app.requests().getFirst().name();
    int others = Math.max(0, app.requests().size() - 1);
    return others == 0 ? first : page.say("approvals.and-others", first, others);
  }

  public String href() {
    return Section.APPROVALS.path();
  }

  public String policy() {
    return Section.credentialsOf(organization.kind()).path()
        + "/public-apps?organization="
        + organization.id().value();
  }

  public String credential(Id.Client client) {
    return Section.credentialsOf(organization.kind()).path() + "/" + client.value();
  }
}
