package dev.latchkey.console.home;

import dev.latchkey.console.alert.AlertLine;
import dev.latchkey.console.page.Checklist;
import dev.latchkey.console.page.Checklist.Step;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.query.BoundedCount;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.stream.Stream;

/** The part of the start page about the person: own credentials, and the apps with access. */
public record OwnPart(
    CredentialStores credentials, ActiveGrants grants, SecondFactors factors, AlertList alerts) {
  private static final int SHOWN = 5;

  private static final List<CredentialConcern> CONCERNS =
      List.of(CredentialConcern.OLD_SECRET, CredentialConcern.UNUSED_SCOPE, CredentialConcern.IDLE);

  /**
   * {@code apps}: the last used ones. {@code isWithoutFactor}: whether the person signs in with a
   * password alone.
   */
  public record View(
      List<Attention> attention,
      TableRows<CredentialLists.Listed> credentials,
      TableRows<ActiveGrants.Grant> apps,
      boolean isWithoutFactor,
      List<AlertLine> alerts) {

    /** The way of a developer to the first call. */
    public Checklist checklist() {
      String list = Section.MY_ACCOUNT.path();
      String newest =
          credentials.rows().stream()
              .findFirst()
              .map(each -> list + "/" + each.credential().clientId().value() + "/try")
              .orElse(list + "/new");
      boolean isTried =
          credentials.rows().stream()
              .anyMatch(each -> each.tokens().shown() > 0 || each.lastUse().isPresent());
      boolean isCalled = credentials.rows().stream().anyMatch(each -> each.lastUse().isPresent());
      return new Checklist(
          Checklist.Kind.DEVELOPER,
          List.of(
              new Step("checklist.credential", !credentials.rows().isEmpty(), list + "/new"),
              new Step("checklist.tokens", isTried, newest),
              new Step("checklist.call", isCalled, newest),
              new Step("checklist.factor", !isWithoutFactor, Section.SECURITY.path())));
    }
  }

  View of(PageRequest request) {
    Id.User user = request.user().id();
    RequestMoment now = request.moment();
    var lastUsedApps =
        new ActiveGrants.Search(
            SearchText.NONE, TablePage.first(ActiveGrants.Column.LAST_USE, SHOWN));
    var lastUsed = CredentialLists.Search.by(CredentialLists.Column.LAST_USE, SHOWN);
    return new View(
        attention(user, now),
        credentials.lists().ownedBy(user, lastUsed, now),
        grants.find(user, lastUsedApps, now),
        !factors.of(user).isOn(),
        alerts.openOf(user).stream().map(AlertLine::new).toList());
  }

  private List<Attention> attention(Id.User user, RequestMoment now) {
    String list = Section.MY_ACCOUNT.path();
    int offers = credentials.offers().to(user, now).size();
    Stream<Attention> concerns =
        Attention.concerns(
            CONCERNS, concern -> credentials.lists().count(user, concern, now.at()), list + "?");
    return Attention.needed(
        Stream.concat(
            Stream.of(new Attention("home.offers", new BoundedCount(offers), list)), concerns));
  }
}
