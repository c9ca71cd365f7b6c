package dev.latchkey.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The ids of users, credentials, organizations and so on. Every kind has its own prefix, so the
 * {@code sub} of a virtual administrator can never equal that of a user, and neither can equal a
 * {@code client_id}. The 22 random characters (130 bits) make sure that no id is ever drawn twice.
 */
public sealed interface Id {
  Kind<User> USER = new Kind<>("usr_", User::new);
  Kind<VirtualAdministrator> VIRTUAL_ADMINISTRATOR = new Kind<>("adm_", VirtualAdministrator::new);
  Kind<Client> CLIENT = new Kind<>("cli_", Client::new);
  Kind<Organization> ORGANIZATION = new Kind<>("org_", Organization::new);
  Kind<Team> TEAM = new Kind<>("team_", Team::new);
  Kind<Grant> GRANT = new Kind<>("grant_", Grant::new);
  Kind<Request> REQUEST = new Kind<>("req_", Request::new);
  Kind<Form> FORM = new Kind<>("form_", Form::new);
  Kind<View> VIEW = new Kind<>("view_", View::new);
  Kind<Webhook> WEBHOOK = new Kind<>("hook_", Webhook::new);
  Kind<Event> EVENT = new Kind<>("evt_", Event::new);
  Kind<Mail> MAIL = new Kind<>("mail_", Mail::new);
  Kind<Review> REVIEW = new Kind<>("review_", Review::new);
  Kind<Alert> ALERT = new Kind<>("alert_", Alert::new);

  String value();

  /** The subject of a token: the {@code sub} of introspection. */
  sealed interface Subject extends Id, RecordedActor {
    /** Reads the id of a subject that was stored. Its prefix says of which kind it is. */
    static Subject stored(String text) {
      return text.startsWith(VIRTUAL_ADMINISTRATOR.prefix())
          ? new VirtualAdministrator(text)
          : new User(text);
    }
  }

  record User(String value) implements Subject {}

  /** The subject of every token of one organization credential. */
  record VirtualAdministrator(String value) implements Subject {}

  record Client(String value) implements Id {}

  record Organization(String value) implements Id {}

  record Team(String value) implements Id {}

  record Grant(String value) implements Id {}

  /** One authorization request that waits for sign-in and consent. */
  record Request(String value) implements Id {}

  /** One rendering of a form that creates a secret. Each rendering can be submitted once. */
  record Form(String value) implements Id {}

  /** Filters of a list that a person has saved. */
  record View(String value) implements Id {}

  /** An endpoint that receives events. */
  record Webhook(String value) implements Id {}

  /** One event, which is the same for all webhooks that receive it. */
  record Event(String value) implements Id {}

  /** A mail that waits. */
  record Mail(String value) implements Id {}

  /** A review of who and what has access in an organization. */
  record Review(String value) implements Id {}

  record Alert(String value) implements Id {}

  record Kind<I extends Id>(String prefix, Function<String, I> type) {
    public static final int BYTES = 18;

    private static final int RANDOM_CHARS = 22;

    /**
     * Accepts only a text that {@link #draw} could have made, so nothing else is ever looked up in
     * the store as an id.
     */
    public Optional<I> parse(String text) {
      boolean sound =
          text.length() == prefix.length() + RANDOM_CHARS
              && text.startsWith(prefix)
              && Base62.isBase62(text, prefix.length());
      return sound ? Optional.of(type.apply(text)) : Optional.empty();
    }

    public I draw(RandomGenerator random) {
      return type.apply(prefix + Base62.draw(RANDOM_CHARS, random));
    }

    /**
     * Writes the id into {@link #BYTES} bytes. The text must be one that {@link #parse} accepts.
     */
    public void put(String id, ByteBuffer bytes, int at) {
      if (parse(id).isEmpty()) {
        throw new IllegalArgumentException("not an id that begins with " + prefix);
      }
      Base62.pack(id, prefix.length(), bytes, at);
    }

    /** Reads what {@link #put} wrote. */
    public I at(ByteBuffer bytes, int at) {
      var text = new byte[prefix.length() + RANDOM_CHARS];
      for (int i = 0; i < prefix.length(); i++) {
        text[i] = (byte) prefix.charAt(i);
      }
      Base62.unpack(bytes, at, text, prefix.length());
      return type.apply(new String(text, StandardCharsets.ISO_8859_1));
    }
  }
}
