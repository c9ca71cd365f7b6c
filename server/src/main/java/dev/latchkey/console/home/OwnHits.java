package dev.latchkey.console.home;

import dev.latchkey.console.page.Icon;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.query.BoundedCount;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.stream.Stream;

/** What a search finds for everyone: their own credentials, and the apps that they have allowed. */
public record OwnHits(CredentialLists credentials, ActiveGrants grants) {
  Stream<HitGroup> find(Page page, User user, SearchText text, RequestMoment now) {
    return Stream.of(credentials(page, user, text, now), apps(page, user, text, now));
  }

  private HitGroup credentials(Page page, User user, SearchText text, RequestMoment now) {
    var search = CredentialLists.Search.of(text, HitGroup.SHOWN);
    TableRows<CredentialLists.Listed> found = credentials.ownedBy(user.id(), search, now);
    String list = Section.MY_ACCOUNT.path();
    return new HitGroup(
        page.say("home.credentials"),
        Icon.KEY_ROUND,
        found.rows().stream()
            .map(CredentialLists.Listed::credential)
            .map(credential ->
                new HitGroup.Hit(
                    credential.name(),
                    credential.clientId().value(),
                    list + "/" + credential.clientId().value()))
            .toList(),
        BoundedCount.of(found),
        HitGroup.list(list, text.text()));
  }

  private HitGroup apps(Page page, User user, SearchText text, RequestMoment now) {
    var search =
        new ActiveGrants.Search(text, TablePage.first(ActiveGrants.Column.APP, HitGroup.SHOWN));
    TableRows<ActiveGrants.Grant> found = grants.find(user.id(), search, now);
    String list = Section.CONNECTED_APPS.path();
    return new HitGroup(
        page.say("home.apps"),
        Icon.APP_WINDOW,
        found.rows().stream()
            .map(grant ->
                new HitGroup.Hit(
                    grant.app(),
                    page.say("apps.owner", grant.owner(), grant.organization()),
                    list + "#" + grant.id().value()))
            .toList(),
        BoundedCount.of(found),
        HitGroup.list(list, text.text()));
  }
}
