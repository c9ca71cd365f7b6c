package dev.latchkey.app;

import dev.latchkey.console.home.FirstSteps;
import dev.latchkey.console.home.HomePage;
import dev.latchkey.console.home.ManagedHits;
import dev.latchkey.console.home.OrganizationPart;
import dev.latchkey.console.home.OwnHits;
import dev.latchkey.console.home.OwnPart;
import dev.latchkey.console.home.PlatformPart;
import dev.latchkey.console.home.SearchPage;
import dev.latchkey.edge.http.Route;
import java.util.ArrayList;
import java.util.List;

/** The routes of the start page and of the search. */
record HomeRoutes(PageParts parts) {
  List<Route> routes(PlatformPart.Node node) {
    var all = new ArrayList<Route>();
    all.addAll(home(node).routes(parts.pageGuard()));
    all.addAll(search().routes(parts.pageGuard()));
    return all;
  }

  private HomePage home(PlatformPart.Node node) {
    var stores = parts.stores();
    var operation = stores.operation();
    return new HomePage(
        stores.users().directory(),
        new OwnPart(
            stores.credentials(),
            stores.grants().activeGrants(),
            stores.signIn().factors(),
            operation.alerts()),
        new OrganizationPart(
            stores.credentials().lists(),
            stores.credentials().publicClientReview(),
            stores.users().lists(),
            operation.dailyCalls(),
            operation.auditRecords(),
            operation.alerts()),
        new PlatformPart(operation, stores.users().organizations(), node),
        new FirstSteps(
            stores.users().lists(),
            stores.credentials().lists(),
            stores.users().organizations(),
            this::setup));
  }

  private FirstSteps.Setup setup() {
    var settings = parts.settings();
    return new FirstSteps.Setup(
        settings.listening().baseUrl().filter(url -> url.startsWith("https:")).isPresent(),
        parts.post().isPresent(),
        settings.platform().hasOwnRoutes(),
        settings.listening().metrics().isPresent());
  }

  private SearchPage search() {
    var stores = parts.stores();
    return new SearchPage(
        stores.users().directory(),
        new OwnHits(stores.credentials().lists(), stores.grants().activeGrants()),
        new ManagedHits(stores.credentials(), stores.users()));
  }
}
