package dev.latchkey.token;

import dev.latchkey.http.Body;
import dev.latchkey.http.ClientCall;
import dev.latchkey.http.ClientGuard;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.Exchanged;
import dev.latchkey.storage.Rotated;
import java.util.List;

/**
 * The token endpoint (contract 4.2 and 4.3): it exchanges a code or a refresh token for a pair of
 * tokens.
 */
public final class TokenEndpoint {
    private final ClientGuard clients;
    private final Exchange exchange;
    private final Refresh refresh;

    public TokenEndpoint(ClientGuard clients, Exchange exchange, Refresh refresh) {
        this.clients = clients;
        this.exchange = exchange;
        this.refresh = refresh;
    }

    public List<Route> routes() {
        return List.of(clients.route("/oauth2/token", this::post, Body.Kind.FORM));
    }

    private ClientCall post(Request request) {
        RequestMoment now = request.moment();
        return switch (TokenRequest.parse(request)) {
            case TokenRequest.Unusable unusable -> new ClientCall.Unusable(unusable.refusal());
            case TokenRequest.ByCode asked ->
                    ClientCall.proving(
                            asked.client(), credential -> redeem(credential, asked, now));
            case TokenRequest.ByRefresh asked ->
                    new ClientCall.NotDisproving(asked.client(), () -> rotate(asked, now));
        };
    }

    private Response redeem(
            Credential.Personal credential, TokenRequest.ByCode asked, RequestMoment now) {
        return switch (exchange.redeem(credential, asked, now)) {
            case Exchanged.Issued issued -> Response.json(200, TokenJson.write(issued.response()));
            case Exchanged.Refused why -> Refusals.of(why).json();
        };
    }

    private Response rotate(TokenRequest.ByRefresh asked, RequestMoment now) {
        return switch (refresh.rotate(asked, now)) {
            case Rotated.Issued issued -> Response.json(200, TokenJson.write(issued.response()));
            case Rotated.Repeated repeated -> Response.json(200, Refresh.opened(asked, repeated));
            case Rotated.Refused why -> Refusals.of(why, asked.client().byBasic()).json();
        };
    }
}
