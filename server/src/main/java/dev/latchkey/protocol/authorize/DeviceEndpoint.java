package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.ClientCall;
import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.UserCode;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.grants.DeviceRequest;
import dev.latchkey.storage.grants.DeviceRequests;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * The endpoint at which a device without a browser asks for access (RFC 8628 3.1). It gets a code
 * for itself and one for its user. No secret is needed, as for a refresh: a program that runs on a
 * device of its user cannot keep one.
 *
 * <p>Attackers begin a request themselves and send its code, or a link with the code, to a person
 * who then allows it (RFC 8628 5.4). Therefore an operator chooses whether a link may bring the
 * code along, and the page shows the time and the address from which the device asked. The code has
 * 34 bits. It is stored as an HMAC under the key file, because plain hashes in a stolen database
 * would be found by trying. Unlike authorization requests, those of devices are stored, so one
 * network can begin only a few.
 */
public record DeviceEndpoint(
    ClientGuard clients,
    Credentials credentials,
    DeviceRequests requests,
    UserCodes codes,
    Policy policy,
    RandomGenerator random) {
  public static final String PATH = "/oauth2/device_authorization";

  private static final List<String> FIELDS =
      List.of("client_id", "client_secret", "scope", "resource");

  /** What the operator has decided about devices. */
  public record Policy(Rules.DeviceFlow flow, Limits limits) {}

  /** No routes if the operator has not turned the device flow on. */
  public List<Route> routes() {
    return policy.flow.isOn()
        ? List.of(clients.route(PATH, this::post, Body.Kind.FORM))
        : List.of();
  }

  private ClientCall post(Request request) {
    Form form = request.form();
    Optional<String> inQuery = request.query().anyOf(FIELDS);
    if (inQuery.isPresent()) {
      return unusable("Send " + inQuery.get() + " in the body, never in the address.");
    }
    Optional<String> repeated = form.repeated(FIELDS);
    if (repeated.isPresent()) {
      return unusable("The field " + repeated.get() + " was sent more than once.");
    }
    return switch (ClientIdentity.of(
        request, form.value("client_id"), form.value("client_secret"))) {
      case ClientIdentity.Unusable unusable -> new ClientCall.Unusable(unusable.refusal());
      case ClientIdentity.Claimed client ->
          new ClientCall.OptionallyAuthenticated(client, () -> begin(client, request));
    };
  }

  private static ClientCall unusable(String description) {
    return new ClientCall.Unusable(Refusal.invalidRequest(description));
  }

  private Response begin(ClientIdentity.Claimed client, Request request) {
    Optional<Credential.Personal> credential = credentials.findActive(client.claim().client());
    if (credential.isEmpty()) {
      return ClientIdentity.refuse(Authentication.Failed.CLIENT_UNKNOWN, client.byBasic()).json();
    }
    if (!credential.get().options().contains(Credential.Option.DEVICE_FLOW)) {
      return new Refusal(
              400, "unauthorized_client", "The option for devices of this credential is off.")
          .json();
    }
    String openInterface = request.openInterface();
    if (!request.form().value("resource").orElse(openInterface).equals(openInterface)) {
      return new Refusal(400, "invalid_target", "The only resource is " + openInterface + ".")
          .json();
    }
    Scopes scope =
        request.form().value("scope").map(Scopes::parse).orElse(credential.get().scope());
    if (scope.isEmpty() || !credential.get().scope().covers(scope)) {
      return new Refusal(400, "invalid_scope", "The scope is not a part of the credential's scope.")
          .json();
    }
    return begin(credential.get(), scope, request);
  }

  private Response begin(Credential.Personal credential, Scopes scope, Request request) {
    Secret.Device device = Secret.DEVICE.mint(random);
    UserCode code = codes.draw();
    var begun =
        requests.begin(
            device,
            new DeviceRequest(
                codes.hash(code),
                credential.clientId(),
                scope,
                request.moment().address(),
                request.moment().at()),
            request.moment());
    return switch (begun) {
      case DeviceRequests.Begun.Throttled(var wait) -> Refusal.tooManyRequests(wait).json();
      case DeviceRequests.Begun.Outcome outcome ->
          switch (outcome) {
            case STARTED -> Response.json(200, answer(device, code, request.baseUrl()));
            case CODE_TAKEN -> begin(credential, scope, request);
          };
    };
  }

  private ObjectNode answer(Secret.Device device, UserCode code, String baseUrl) {
    ObjectNode json =
        Json.object()
            .put("device_code", device.reveal())
            .put("user_code", code.reveal())
            .put("verification_uri", baseUrl + DevicePage.PATH);
    if (policy.flow == Rules.DeviceFlow.LINKED) {
      json.put(
          "verification_uri_complete",
          baseUrl + DevicePage.PATH + "?" + DevicePage.CODE + "=" + code.reveal());
    }
    return json.put("expires_in", policy.limits.deviceCode().toSeconds())
        .put("interval", DeviceRequests.POLL_INTERVAL.toSeconds());
  }
}
