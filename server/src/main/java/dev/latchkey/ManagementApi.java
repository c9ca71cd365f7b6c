package dev.latchkey;

import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.Places;
import dev.latchkey.directory.ManagedPeople;
import dev.latchkey.directory.UsersApi;
import dev.latchkey.http.Route;
import dev.latchkey.storage.TokenChecks;
import java.util.ArrayList;
import java.util.List;

/** Builds the routes of the management API, for an operator who has turned it on. */
final class ManagementApi {
    private final Installation installation;
    private final ApiGuard guard;
    private final Places places;

    ManagementApi(Installation installation, Gateway gateway, TokenChecks checks) {
        this.installation = installation;
        var users = installation.stores().users();
        this.guard =
                new ApiGuard(
                        checks, users.administration(), gateway.callRates(), gateway.callLog());
        this.places = new Places(users.users());
    }

    List<Route> routes() {
        var all = new ArrayList<Route>();
        all.addAll(directory());
        return all;
    }

    private List<Route> directory() {
        var stores = installation.stores().users();
        var people = new ManagedPeople(places, stores.users(), stores.administration());

        var all = new ArrayList<Route>();
        all.addAll(
                new UsersApi(
                                places,
                                people,
                                stores.users(),
                                stores.lists(),
                                stores.administration())
                        .routes(guard));
        return all;
    }
}
