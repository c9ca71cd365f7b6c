// With com.nimbusds:oauth2-oidc-sdk on the class path: java -cp 'lib/*' Nimbus.java
import com.nimbusds.oauth2.sdk.*;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.Tokens;

static final Scope SCOPE = new Scope("read:directory:organization", "read:directory:users");

static final String url = System.getenv("LATCHKEY_URL");
static final ClientID id = new ClientID(System.getenv("LATCHKEY_CLIENT_ID"));
static final URI redirect = URI.create(System.getenv("LATCHKEY_REDIRECT_URI"));
static final ClientAuthentication secret = new ClientSecretBasic(id, new Secret(System.getenv("LATCHKEY_CLIENT_SECRET")));

void main() throws Exception {
    var server = AuthorizationServerMetadata.resolve(new Issuer(url));
    var state = new State();
    var verifier = new CodeVerifier();
    var request = new AuthorizationRequest.Builder(ResponseType.CODE, id)
            .redirectionURI(redirect)
            .scope(SCOPE)
            .state(state)
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .endpointURI(server.getAuthorizationEndpointURI())
            .build();
    IO.println("Open " + request.toURI());
    var answer = AuthorizationResponse.parse(URI.create(IO.readln())).toSuccessResponse();
    if (!answer.getState().equals(state) || !answer.getIssuer().equals(server.getIssuer())) {
        throw new IllegalStateException("not the answer to this request");
    }

    Tokens first = tokens(server.getTokenEndpointURI(), new AuthorizationCodeGrant(answer.getAuthorizationCode(), redirect, verifier))
            .toSuccessResponse().getTokens();
    if (!first.getAccessToken().getScope().equals(SCOPE)) {
        throw new IllegalStateException("another scope: " + first.getAccessToken().getScope());
    }
    var call = new HTTPRequest(HTTPRequest.Method.GET, URI.create(url + "/openapi/v2/directory/users/me"));
    call.setAuthorization(first.getAccessToken().toAuthorizationHeader());
    IO.println("called " + call.send().getBodyAsJSONObject().get("email"));

    Tokens next = tokens(server.getTokenEndpointURI(), new RefreshTokenGrant(first.getRefreshToken()))
            .toSuccessResponse().getTokens();
    IO.println("refreshed " + next.getAccessToken().getLifetime());

    IO.println("active " + isActive(server.getIntrospectionEndpointURI(), next.getAccessToken()));
    new TokenRevocationRequest(server.getRevocationEndpointURI(), secret, next.getAccessToken())
            .toHTTPRequest().send().ensureStatusCode(200);
    IO.println("active " + isActive(server.getIntrospectionEndpointURI(), next.getAccessToken()));

    var refused = tokens(server.getTokenEndpointURI(), new RefreshTokenGrant(next.getRefreshToken()));
    IO.println("error " + refused.toErrorResponse().getErrorObject().getCode());
}

TokenResponse tokens(URI endpoint, AuthorizationGrant grant) throws Exception {
    return TokenResponse.parse(new TokenRequest.Builder(endpoint, secret, grant).build().toHTTPRequest().send());
}

boolean isActive(URI endpoint, AccessToken token) throws Exception {
    var answer = new TokenIntrospectionRequest(endpoint, secret, token).toHTTPRequest().send();
    return TokenIntrospectionResponse.parse(answer).toSuccessResponse().isActive();
}
