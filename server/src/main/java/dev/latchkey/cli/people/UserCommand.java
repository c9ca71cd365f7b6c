package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.api.view.SessionView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.CommandMail;
import dev.latchkey.cli.option.ListOptions;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.people.WantedPerson;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "user",
    mixinStandardHelpOptions = true,
    description = "Manage users without a browser.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {UserAccessCommand.class, UserChangeCommand.class})
public final class UserCommand {
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List users by name.",
      footer = "  latchkey user list --organization Acme --search lee")
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin ListOptions part,
      @Option(
              names = "--organization",
              paramLabel = "NAME",
              description = "Only those of this organization, by its name or id.")
          @Nullable String organization) {
    try (Installation installation = store.open()) {
      Stores stores = installation.stores();
      Optional<Organization> home =
          Optional.ofNullable(organization).map(new StoreLookup(stores)::organization);
      var found =
          stores
              .users()
              .lists()
              .find(
                  new UserLists.Search(
                      home.map(Organization::id),
                      part.text(),
                      UserFilter.NONE,
                      part.page(UserLists.Column.NAME)));
      List<ObjectNode> rows = found.rows().stream().map(CommandJson::of).toList();
      result.printList(
          Listing.part("users", rows, found),
          List.of("email", "name", "role", "state", "organization", "last_sign_in_at"));
      return 0;
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show a user with role, state and teams.",
      footer = "  latchkey user show --email lee@example.com")
  int show(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    try (Installation installation = store.open()) {
      result.printFields(fields(installation, whom.find(installation)));
      return 0;
    }
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Add a user to an organization and its teams.",
        "The password is drawn at random and printed once."
      },
      footer = {
        "  latchkey user add --email lee@example.com --name \"Lee Wong\" \\",
        "    --organization Acme --team Apollo"
      })
  int add(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin NewUserOption whom) {
    try (Installation installation = whom.open(store)) {
      Organization home = whom.home(installation);
      WantedPerson wanted = whom.wanted(installation, home);
      String password = Secret.CLIENT.mint(installation.random()).reveal().substring(6, 30);
      PasswordHash hashed =
          installation.passwords().hash(password, wanted.email(), installation.commandMoment());
      User user = new OperatorActs(installation).addPerson(wanted, home, hashed);
      result.printDone(
          fields(installation, new StoreLookup(installation.stores()).user(user.email()))
              .put("password", password),
          user.email() + " can sign in with this password, shown once: " + password);
      return 0;
    }
  }

  @Command(
      name = "invite",
      mixinStandardHelpOptions = true,
      description = {
        "Invite a user into an organization and its teams, with a one-time link to choose a password.",
        "The link is printed once. If mail is configured, it is sent to the user as well."
      },
      footer = {
        "  latchkey user invite --email lee@example.com --name \"Lee Wong\" \\",
        "    --organization Acme --team Apollo"
      })
  int invite(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin NewUserOption whom) {
    try (Installation installation = whom.open(store)) {
      Organization home = whom.home(installation);
      var invited =
          new OperatorActs(installation).invitePerson(whom.wanted(installation, home), home);
      var shown = new CommandMail(installation).sendLink(invited.person(), invited.link());
      result.printDone(
          fields(installation, invited.person()).setAll(ViewJson.of(shown)),
          said(invited.person().user(), shown));
      return 0;
    }
  }

  @Command(
      name = "reset-password",
      mixinStandardHelpOptions = true,
      description = {
        "Create a one-time link with which a user chooses a password, and print it once.",
        "If mail is configured, the link is sent to the user as well. The old password works until the link is used."
      },
      footer = "  latchkey user reset-password --email lee@example.com")
  int resetPassword(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    try (Installation installation = store.open()) {
      var created = new OperatorActs(installation).createPasswordLink(whom.find(installation));
      var shown = new CommandMail(installation).sendLink(created.person(), created.link());
      User user = created.person().user();
      result.printDone(user(user).setAll(ViewJson.of(shown)), said(user, shown));
      return 0;
    }
  }

  private static String said(User user, PasswordLinkView shown) {
    return "%s can choose a password with this link, shown once, until %s: %s"
        .formatted(user.email(), shown.expiresAt(), shown.link());
  }

  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      description = "Disable a user: sessions, consents and tokens end at once, on every node.",
      footer = "  latchkey user disable --email lee@example.com")
  int disable(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    return act(store, result, whom, new Act("is disabled", OperatorActs::disablePerson));
  }

  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      description = "Enable a user again. What was issued before stays inactive.",
      footer = "  latchkey user enable --email lee@example.com")
  int enable(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    return act(store, result, whom, new Act("is enabled", OperatorActs::enablePerson));
  }

  @Command(
      name = "remove-factor",
      mixinStandardHelpOptions = true,
      description =
          "Remove a user's authenticator app, passkeys and recovery codes, and end all sessions:"
              + " the password alone signs in.",
      footer = "  latchkey user remove-factor --email lee@example.com")
  int removeFactor(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    return act(
        store,
        result,
        whom,
        new Act("signs in with the password alone", OperatorActs::removeSecondFactor));
  }

  @Command(
      name = "sessions",
      mixinStandardHelpOptions = true,
      description = "List where a user is signed in.",
      footer = "  latchkey user sessions --email lee@example.com")
  int sessions(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin UserOption whom) {
    try (Installation installation = store.open()) {
      List<ObjectNode> rows =
          installation
              .stores()
              .signIn()
              .account()
              .sessions(whom.find(installation).user().id(), installation.commandMoment())
              .stream()
              .map(session -> ViewJson.of(SessionView.of(session)))
              .toList();
      result.printList(
          Listing.all("sessions", rows),
          List.of("session_id", "browser", "operating_system", "address", "last_used_at"));
      return 0;
    }
  }

  @Command(
      name = "end-access",
      mixinStandardHelpOptions = true,
      description = {
        "End all sessions of a user and the access of all apps. The user can sign in again.",
        "With --session-id it ends one session."
      },
      footer = {
        "  latchkey user end-access --email lee@example.com",
        "  latchkey user end-access --email lee@example.com --session-id 4f9c…"
      })
  int endAccess(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin UserOption whom,
      @Option(
              names = "--session-id",
              paramLabel = "ID",
              description = "Only this session, by the session_id of user sessions.")
          @Nullable String sessionId) {
    AccessRemoval.What what = what(sessionId);
    try (Installation installation = store.open()) {
      ManagedUser known = whom.find(installation);
      boolean isChanged = new OperatorActs(installation).endAccess(known, what);
      String ended = what instanceof AccessRemoval.What.Session ? "the session" : "all access";
      result.printDone(
          user(known.user()).put("changed", isChanged),
          isChanged
              ? "ended " + ended + " of " + known.user().email()
              : "the session had ended before");
      return 0;
    }
  }

  private static AccessRemoval.What what(@Nullable String sessionId) {
    if (sessionId == null) {
      return new AccessRemoval.What.Everything();
    }
    return SecretHash.parse(sessionId)
        .map(AccessRemoval.What.Session::new)
        .orElseThrow(
            () -> new ConfigFault("--session-id needs a session_id of latchkey user sessions"));
  }

  @FunctionalInterface
  private interface Write {
    /** False if it was so before. */
    boolean by(OperatorActs acts, ManagedUser known);
  }

  /** {@code done}: what is true of the user afterwards. */
  private record Act(String done, Write write) {}

  private static int act(StoreOptions store, ResultOptions result, UserOption whom, Act act) {
    try (Installation installation = store.open()) {
      ManagedUser known = whom.find(installation);
      boolean isChanged = act.write().by(new OperatorActs(installation), known);
      String email = known.user().email();
      result.printDone(
          fields(installation, whom.find(installation)).put("changed", isChanged),
          email + " " + act.done() + (isChanged ? "" : ", and was before"));
      return 0;
    }
  }

  private static ObjectNode fields(Installation installation, ManagedUser known) {
    return CommandJson.of(known, new StoreLookup(installation.stores()).home(known.user()));
  }

  private static ObjectNode user(User user) {
    return Json.object().put("user_id", user.id().value()).put("email", user.email());
  }
}
