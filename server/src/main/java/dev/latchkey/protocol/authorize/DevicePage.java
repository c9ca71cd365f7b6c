package dev.latchkey.protocol.authorize;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.AddressGate;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.UserCode;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.grants.DeviceRequest;
import dev.latchkey.storage.grants.DeviceRequests;
import dev.latchkey.storage.grants.NewGrant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The page on which a signed-in user types the code of a device and decides about its request (RFC
 * 8628 3.3). An attacker may have begun the request and sent the code to the user. Therefore the
 * user types the code, and the consent page says where the request came from.
 */
public record DevicePage(
    Credentials credentials,
    DeviceRequests requests,
    UserCodes codes,
    ConsentDetail detail,
    Rules.DeviceFlow flow,
    RandomGenerator random) {
  static final String PATH = "/device";
  static final String CODE = "user_code";

  /** The data of the page that asks for the code. */
  public record View(String entered) {}

  /** A waiting request, the code that the user has typed, and what else the user has entered. */
  private record Asked(UserCode code, DeviceRequest waiting, ConsentForm form) {
    PageRequest request() {
      return form.request();
    }
  }

  /** No routes if the operator has not turned the device flow on. */
  public List<Route> routes(PageGuard pageGuard) {
    return flow.isOn()
        ? List.of(
            pageGuard.signedIn(Effect.READ, PATH, this::show),
            pageGuard.signedIn(Effect.CHANGE, PATH, this::enter))
        : List.of();
  }

  private Response show(PageRequest request) {
    return switch (request.query().value("decided").orElse("")) {
      case "approve" -> decided(request, "device.allowed", "device.allowed-what");
      case "deny" -> decided(request, "device.denied", "device.denied-what");
      default -> form(200, request.page(), linkedCode(request));
    };
  }

  private static Response decided(PageRequest request, String title, String text) {
    Page page = request.page().focused();
    return page.show(200, TEMPLATES.authorizeDeviceDecided(page, title, text));
  }

  /** The code of the address, if the operator lets links bring one along. */
  private String linkedCode(PageRequest request) {
    return switch (flow) {
      case OFF, TYPED -> "";
      case LINKED ->
          request.query().value(CODE).flatMap(UserCode::parse).map(UserCode::reveal).orElse("");
    };
  }

  private static Response form(int status, Page shown, String entered) {
    Page page = shown.focused();
    return page.show(status, TEMPLATES.authorizeDevice(page, new View(entered)));
  }

  private Response enter(PageRequest request) {
    Optional<UserCode> code = request.form().value(CODE).flatMap(UserCode::parse);
    if (code.isEmpty()) {
      return unknown(request);
    }
    var found = requests.find(codes.hashes(code.get()), request.user().id(), request.moment());
    return switch (found) {
      case DeviceRequests.Found.None _ -> unknown(request);
      case DeviceRequests.Found.Throttled(var wait) -> throttled(request, wait);
      case DeviceRequests.Found.Waiting(var waiting) ->
          asked(request, code.get(), waiting).map(this::answer).orElseGet(() -> unknown(request));
    };
  }

  /** Empty if the credential has changed since, so that it could not ask for this any more. */
  private Optional<Asked> asked(PageRequest request, UserCode code, DeviceRequest waiting) {
    return credentials
        .findActive(waiting.client())
        .filter(credential -> mayAsk(credential, waiting))
        .map(credential ->
            new Asked(code, waiting, new ConsentForm(request, shown(credential, waiting))));
  }

  private static ShownRequest shown(Credential.Personal credential, DeviceRequest waiting) {
    return new ShownRequest(
        RequestingClient.of(credential),
        new Allowance(waiting.scope(), Optional.empty()),
        Optional.empty());
  }

  private static boolean mayAsk(Credential.Personal credential, DeviceRequest waiting) {
    return credential.options().contains(Credential.Option.DEVICE_FLOW)
        && credential.scope().covers(waiting.scope());
  }

  private static Response unknown(PageRequest request) {
    return form(400, request.page().withProblem("device.unknown"), "");
  }

  private static Response throttled(PageRequest request, Duration wait) {
    Page page = request.page().withProblem("device.throttled", wait.toSeconds() + 1);
    return form(429, page, "").with(Header.retryAfter(wait));
  }

  private Response answer(Asked asked) {
    PageRequest request = asked.request();
    return switch (request.form().value("decision").orElse("")) {
      case "approve" -> approve(asked);
      case "deny" ->
          requests.deny(asked.waiting(), request.user(), request.moment())
              ? request.seeOther(PATH + "?decided=deny")
              : unknown(request);
      default -> ask(asked, 200, request.page(), asked.form().scope());
    };
  }

  private Response approve(Asked asked) {
    PageRequest request = asked.request();
    if (!asked.form().isAsShown()) {
      return askAgain(asked, 409, "consent.changed");
    }
    Optional<Id.Team> team = asked.form().team();
    if (team.isEmpty()) {
      return askAgain(asked, 400, "consent.no-team");
    }
    Optional<Scopes> scope = asked.form().granted();
    if (scope.isEmpty()) {
      return askAgain(asked, 400, "consent.no-scope");
    }
    Optional<FormErrors> passwordErrors = asked.form().passwordErrors(scope.get());
    if (passwordErrors.isPresent()) {
      FormErrors errors = passwordErrors.get();
      return askAgain(asked, errors.status(), errors.at(Reauthentication.FIELD));
    }
    var consent =
        Consent.of(
            asked.waiting().client(),
            request.user().id(),
            team.get(),
            scope.get(),
            Scopes.Separator.SPACE);
    int version = asked.form().credential().version();
    var grant = new NewGrant(Id.GRANT.draw(random), consent, version);
    return switch (requests.approve(asked.waiting(), grant, asked.form().moment(scope.get()))) {
      case APPROVED -> request.seeOther(PATH + "?decided=approve");
      case CHANGED -> enter(request);
      case OVER -> unknown(request);
    };
  }

  private Response askAgain(Asked asked, int status, String problem) {
    return ask(asked, status, asked.request().page().withProblem(problem), asked.form().chosen());
  }

  private Response ask(Asked asked, int status, Page shown, Scopes chosen) {
    Page page = shown.focused();
    String address = asked.waiting().address();
    boolean isNearby = AddressGate.network(address).equals(asked.request().moment().network());
    var arrival =
        new ConsentView.ByDevice(asked.code(), address, asked.waiting().requestedAt(), isNearby);
    return page.show(
        status,
        TEMPLATES.authorizeConsent(
            page, detail.of(arrival, asked.form(), chosen), asked.form().shown().hash()));
  }
}
