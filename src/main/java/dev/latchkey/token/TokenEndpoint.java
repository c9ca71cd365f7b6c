package dev.latchkey.token;

import dev.latchkey.http.Body;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Exchanged;
import java.util.List;

/** Contract 4.2 and 4.3: a code or a refresh token for a pair of tokens. */
public final class TokenEndpoint {
    private final Exchange exchange;
    private final Refresh refresh;

    public TokenEndpoint(Exchange exchange, Refresh refresh) {
        this.exchange = exchange;
        this.refresh = refresh;
    }

    public List<Route> routes() {
        return List.of(
                Route.json(
                        "POST", "/oauth2/token", Route.Access.CLIENT, this::post, Body.Kind.FORM));
    }

    private Response post(Request request) {
        return switch (TokenRequest.parse(request)) {
            case TokenRequest.Unusable unusable -> unusable.refusal().json();
            case TokenRequest.ByCode asked ->
                    switch (exchange.redeem(asked, request.occasion())) {
                        case Exchange.Stranger stranger -> stranger.refusal().json();
                        case Exchange.Judged judged ->
                                switch (judged.exchanged()) {
                                    case Exchanged.Issued issued ->
                                            Response.json(200, TokenJson.write(issued.response()));
                                    case Exchanged.Refused why -> Refusals.of(why).json();
                                };
                    };
            case TokenRequest.ByRefresh asked ->
                    switch (refresh.rotate(asked, request.occasion())) {
                        case Refresh.Stranger stranger -> stranger.refusal().json();
                        case Refresh.Answered answered -> Response.json(200, answered.body());
                        case Refresh.Judged judged ->
                                Refusals.of(judged.why(), asked.client().byBasic()).json();
                    };
        };
    }
}
