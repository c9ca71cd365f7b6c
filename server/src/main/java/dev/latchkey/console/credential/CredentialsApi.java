package dev.latchkey.console.credential;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.CredentialView;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.credential.ChangeCredential;
import dev.latchkey.credential.DeleteCredential;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.query.TableRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The calls of the management API about credentials. None of them creates one (contract 2.1). */
public record CredentialsApi(
    OrganizationApiGuard organizationGuard,
    ManagedCredentials managed,
    Credentials credentials,
    CredentialLists lists,
    ChangeCredential change,
    DeleteCredential deleteCredential) {
  private static final String NOT_CREATED_HERE =
      "No call creates a credential. People create one on the page Credentials of their account or Credential management, and operators with the command latchkey credential create.";

  /** The fields that an organization credential does not have. */
  private static final Set<String> PERSONAL = Set.of("redirect_uris", "options");

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_CREDENTIALS, this::list).hinting(NOT_CREATED_HERE),
        guard.route(Operation.GET_CREDENTIAL, this::show),
        guard.route(Operation.CHANGE_CREDENTIAL, this::change),
        guard.route(Operation.DELETE_CREDENTIAL, this::delete));
  }

  /** Without the name of an organization, a person gets the credentials that they own. */
  private Response list(ApiRequest request) {
    boolean isOfOrganization = request.query().value("org_id").isPresent();
    return request.actor() instanceof Actor.Person person && !isOfOrganization
        ? list(request, search -> lists.ownedBy(person.id(), search, request.moment()))
        : organizationGuard.in(
            request,
            Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
            organization ->
                list(request, search -> lists.of(organization.id(), search, request.moment())));
  }

  private static Response list(
      ApiRequest request,
      Function<CredentialLists.Search, TableRows<CredentialLists.Listed>> find) {
    ApiQuery query = request.query();
    var search =
        new CredentialLists.Search(
            query.text(),
            query.choice("type", CredentialLists.Search.Type.class),
            query.choice("state", CredentialLists.Search.State.class),
            query.choice("attention", CredentialConcern.class),
            query.id("owner_id", Id.USER),
            query.page(CredentialLists.Column.class));
    return query.answer(() ->
        ApiAnswer.list(
            "credentials", search.page(), find.apply(search), CredentialView.Listed::of));
  }

  private Response show(ApiRequest request) {
    return managed.with(
        Credential.class,
        Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
        request,
        CredentialsApi::shown);
  }

  static Response shown(Credential credential) {
    return ApiAnswer.versioned(
        200, String.valueOf(credential.version()), CredentialView.of(credential));
  }

  private Response change(ApiRequest request) {
    return credentials
        .find(ManagedCredentials.named(request))
        .map(known ->
            change
                .refusal(request.actor(), known)
                .map(CredentialsApi::refused)
                .orElseGet(() -> change(request, known)))
        .orElseGet(ApiAnswer::notFound);
  }

  static Response refused(ChangeCredential.Refused why) {
    return switch (why) {
      case NOT_FOUND -> ApiAnswer.notFound();
      case NOT_OWNED -> ApiAnswer.forbidden("Only its owner can change a personal credential.");
      case EDIT_CONFLICT -> ApiAnswer.changedBefore();
    };
  }

  private Response change(ApiRequest request, Credential known) {
    List<ApiError> unusable = errors(request, known);
    if (!unusable.isEmpty()) {
      return ApiAnswer.flawed(400, unusable);
    }
    if (!request.namesVersion()) {
      return ApiAnswer.versionMissing();
    }
    if (!request.hasSeen(String.valueOf(known.version()))) {
      return ApiAnswer.changedBefore();
    }
    return switch (change.by(request.actor(), known, known.version(), wanted(request, known))) {
      case ChangeCredential.Changed(var changed) -> shown(changed);
      case FlawedCredential flawed -> ApiAnswer.flawed(FormErrors.of(flawed));
      case ChangeCredential.Refused why -> refused(why);
    };
  }

  private static List<ApiError> errors(ApiRequest request, Credential known) {
    return switch (known) {
      case Credential.Organizational _ ->
          request
              .fields()
              .errors(
                  request.operation().fields().stream()
                      .filter(field -> !PERSONAL.contains(field.name()))
                      .toList());
      case Credential.Personal _ -> {
        var errors = new ArrayList<>(request.errors());
        List<String> codes = Arrays.stream(Credential.Option.values()).map(ViewJson::code).toList();
        request.fields().texts("options").orElse(List.of()).stream()
            .filter(option -> !codes.contains(option))
            .map(option ->
                new ApiError(
                    "options",
                    "There is no such option. The options are " + String.join(", ", codes) + "."))
            .findFirst()
            .ifPresent(errors::add);
        yield errors;
      }
    };
  }

  /** What was sent, over what is stored. */
  private static WantedCredential wanted(ApiRequest request, Credential known) {
    ApiFields fields = request.fields();
    WantedCredential stored = WantedCredential.of(known);
    return new WantedCredential(
        fields.text("name").map(String::strip).orElse(stored.name()),
        fields.texts("redirect_uris").orElse(stored.redirectUris()),
        fields.text("scope").map(Scopes::parse).orElse(stored.scope()),
        fields
            .texts("options")
            .map(options -> options(options, request.actor()))
            .orElse(stored.options()),
        fields.texts("networks").map(lines -> String.join("\n", lines)).orElse(stored.networks()),
        profile(fields, stored.profile()));
  }

  private static AppProfile profile(ApiFields fields, AppProfile stored) {
    return AppProfile.of(
        text -> fields.text(text.code()).map(String::strip).orElse(stored.text(text)));
  }

  /** Options that have no effect for a person of this role are not stored, as on the page. */
  private static Set<Credential.Option> options(List<String> names, Actor caller) {
    return Arrays.stream(Credential.Option.values())
        .filter(option -> names.contains(ViewJson.code(option)))
        .filter(
            option -> caller instanceof Actor.Person person && option.isFor(person.user().role()))
        .collect(Collectors.toSet());
  }

  private Response delete(ApiRequest request) {
    return managed.with(
        Credential.class,
        Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION,
        request,
        credential ->
            switch (deleteCredential.by(request.actor(), credential)) {
              case DELETED, DELETED_BEFORE -> ApiAnswer.done();
              case OWNER_CHANGED -> ApiAnswer.changedBefore();
              case NOT_FOUND -> ApiAnswer.notFound();
            });
  }
}
