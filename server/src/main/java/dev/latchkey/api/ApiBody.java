package dev.latchkey.api;

import static dev.latchkey.api.ApiField.choice;
import static dev.latchkey.api.ApiField.choices;
import static dev.latchkey.api.ApiField.flag;
import static dev.latchkey.api.ApiField.objects;
import static dev.latchkey.api.ApiField.text;
import static dev.latchkey.api.ApiField.texts;
import static dev.latchkey.api.ApiField.time;
import static dev.latchkey.api.ApiField.wholeNumber;

import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.ReviewItem;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The JSON objects that calls take, with their fields. Other fields are refused. */
public enum ApiBody {
  NEW_NAME(text("name").required()),
  /** A team of a person. The name is that of the answers, which can be sent back as they are. */
  TEAM_PART(text("team_id").required(), text("name"), flag("administrator")),
  NEW_USER(
      text("name").required(), text("email").required(), storedRole(), objects("teams", TEAM_PART)),
  USER_CHANGE(text("name"), text("email"), storedRole(), objects("teams", TEAM_PART)),
  NEW_ORGANIZATION(
      text("name").required(), choice("kind", Organization.Kind.class), text("team").required()),
  CREDENTIAL_CHANGE(
      Stream.concat(
              Stream.of(
                  text("name"),
                  text("scope"),
                  texts("redirect_uris"),
                  choices("options", Credential.Option.class),
                  texts("networks")),
              Stream.of(AppProfile.Text.values()).map(each -> text(each.code())))
          .toArray(ApiField[]::new)),
  DENIAL(text("app").required(), text("note")),
  NEW_WEBHOOK(text("url").required(), text("description"), events()),
  WEBHOOK_CHANGE(text("url"), text("description"), events()),
  REPLAY(time("since").required()),
  NEW_REVIEW(wholeNumber("days")),
  REVIEW_DECISION(choice("decision", ReviewItem.Decision.class).required(), text("note")),
  NEW_REVIEW_SCHEDULE(wholeNumber("months").required()),
  MUTE(wholeNumber("days").required()),
  ALERT_RULE_CHANGE(flag("is_on"), wholeNumber("threshold")),
  REQUEST_LOG_CHANGE(flag("is_on"), wholeNumber("days"), flag("delete_stored")),
  NEW_OWNER(text("email").required()),
  REVOCATION(text("org_id"), text("client_id"), text("user_id"), time("issued_before"));

  @SuppressWarnings("ImmutableEnumChecker") // No schema changes after its field was made.
  private final List<ApiField> fields;

  ApiBody(ApiField... fields) {
    this.fields = List.of(fields);
  }

  public List<ApiField> fields() {
    return fields;
  }

  String schema() {
    return Schemas.name(this);
  }

  private static ApiField events() {
    return choices("events", EventType.choices().stream().map(EventType::code));
  }

  /** A team administrator is appointed in a team, not by a role. */
  private static ApiField storedRole() {
    return choice(
        "role",
        Arrays.stream(User.Role.values())
            .filter(role -> role == role.stored())
            .map(ViewJson::code));
  }
}
