package dev.latchkey.gateway;

import dev.latchkey.http.Header;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/** What a service behind the gateway is told about the caller (decision 4.3). */
public final class Identity {
    private static final String OURS = "latchkey";
    private static final int CASE = 'a' - 'A';
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final Assertions assertions;

    public Identity(Keyring keyring, RandomGenerator dice) {
        this.assertions = new Assertions(keyring, dice);
    }

    /** What does not apply is left out: no e-mail for a machine, no team where all are meant. */
    public List<Header> headers(LiveToken caller, String upstream, String issuer, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("Latchkey-Subject", caller.subject().value()));
        headers.add(new Header("Latchkey-Subject-Kind", kind(caller.subject())));
        caller.email()
                .ifPresent(email -> headers.add(new Header("Latchkey-Email", visible(email))));
        caller.team().ifPresent(team -> headers.add(new Header("Latchkey-Team", team.value())));
        headers.add(new Header("Latchkey-Organization", caller.organization().value()));
        headers.add(new Header("Latchkey-Client", caller.client().value()));
        headers.add(new Header("Latchkey-Scope", caller.scope().joined(Scopes.Separator.SPACE)));
        headers.add(new Header("Latchkey-Assertion", assertions.of(caller, upstream, issuer, now)));
        return headers;
    }

    /** Whether the assertion is at hand; signing one takes longer than all the rest of a call. */
    public boolean isSigned(LiveToken caller, String upstream, String issuer, Instant now) {
        return assertions.isSigned(caller, upstream, issuer, now);
    }

    /**
     * Whether only Latchkey may send this header, however it is spelled: many a reader takes {@code
     * _}, {@code .} and {@code -} for one another. Names of ours that are yet to come are among
     * them.
     */
    public static boolean isReserved(String name) {
        int at = 0;
        for (int i = 0; i < name.length() && at < OURS.length(); i++) {
            char sign = name.charAt(i);
            if (sign == OURS.charAt(at) || sign == OURS.charAt(at) - CASE) {
                at++;
            } else if (Character.isLetterOrDigit(sign)) {
                return false;
            }
        }
        return at == OURS.length();
    }

    private static String kind(Id.Subject subject) {
        return switch (subject) {
            case Id.User user -> "user";
            case Id.VirtualAdministrator administrator -> "virtual-administrator";
        };
    }

    /** A header is ASCII: every other byte of the UTF-8, and the percent sign, is encoded. */
    private static String visible(String text) {
        var visible = new StringBuilder(text.length());
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7f && octet != '%') {
                visible.append((char) octet);
            } else {
                visible.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return visible.toString();
    }
}
