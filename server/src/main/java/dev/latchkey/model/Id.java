package dev.latchkey.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Names of things. Every kind has its own prefix, so that the {@code sub} of a virtual
 * administrator can never equal a user's, nor a {@code client_id}; 22 characters of randomness (130
 * bits), so that none is ever given twice.
 */
public sealed interface Id {
    Kind<User> USER = new Kind<>("usr_", User::new);
    Kind<VirtualAdministrator> VIRTUAL_ADMINISTRATOR =
            new Kind<>("adm_", VirtualAdministrator::new);
    Kind<Client> CLIENT = new Kind<>("cli_", Client::new);
    Kind<Organization> ORGANIZATION = new Kind<>("org_", Organization::new);
    Kind<Team> TEAM = new Kind<>("team_", Team::new);
    Kind<Grant> GRANT = new Kind<>("grant_", Grant::new);
    Kind<Request> REQUEST = new Kind<>("req_", Request::new);
    Kind<Form> FORM = new Kind<>("form_", Form::new);

    String value();

    /** Whom a token speaks for: the {@code sub} of introspection. */
    sealed interface Subject extends Id {}

    record User(String value) implements Subject {}

    /** Stands behind every token of one organization credential. */
    record VirtualAdministrator(String value) implements Subject {}

    record Client(String value) implements Id {}

    record Organization(String value) implements Id {}

    record Team(String value) implements Id {}

    record Grant(String value) implements Id {}

    /** One arrival at the authorization endpoint, waiting for sign-in and consent. */
    record Request(String value) implements Id {}

    /** One showing of a form that makes a secret, and so works once. */
    record Form(String value) implements Id {}

    record Kind<I extends Id>(String prefix, Function<String, I> type) {
        public static final int BYTES = 18;

        private static final int RANDOM_CHARS = 22;

        /** Only what could have been drawn: nothing else ever reaches the store as a name. */
        public Optional<I> parse(String text) {
            boolean sound =
                    text.length() == prefix.length() + RANDOM_CHARS
                            && text.startsWith(prefix)
                            && Base62.spells(text, prefix.length());
            return sound ? Optional.of(type.apply(text)) : Optional.empty();
        }

        public I draw(RandomGenerator random) {
            return type.apply(prefix + Base62.draw(RANDOM_CHARS, random));
        }

        /** In {@link #BYTES}; the name must be one that {@link #parse} takes. */
        public void put(String name, ByteBuffer bytes, int at) {
            if (parse(name).isEmpty()) {
                throw new IllegalArgumentException("not a name that begins with " + prefix);
            }
            Base62.pack(name, prefix.length(), bytes, at);
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
