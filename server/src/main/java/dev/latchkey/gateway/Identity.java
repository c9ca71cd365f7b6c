package dev.latchkey.gateway;

import dev.latchkey.http.Header;
import dev.latchkey.http.HeaderLines;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * What a service behind the gateway is told about the caller (decision 4.3). A signature costs more
 * than all the rest of a call, so one is used again for a third of its life, and a new one is made
 * before that is over. It holds nothing but what the check of this very call has just read; so a
 * dead token never gets as far as here.
 */
public final class Identity {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final String OURS = "latchkey";
    private static final int CASE = 'a' - 'A';
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final Duration REUSE = Duration.ofSeconds(20);

    /** At some time in the second half, so that not all are renewed at once. */
    private static final Duration NOT_RENEWED = Duration.ofSeconds(10);

    private static final Duration RENEWED_WITHIN = Duration.ofSeconds(8);
    private static final int KEPT = 8_192;

    /** Callers choose the path, and all that are kept may have the longest. */
    private static final int KEPT_PATH = 512;

    private static final int LINGER_SECONDS = 10;

    private final Assertions assertions;
    private final RandomGenerator random;
    private final Map<Place, Told> kept = new ConcurrentHashMap<>();

    /** One signature at a time, beside the calls; its thread ends while there is nothing to do. */
    private final ThreadPoolExecutor renewals =
            new ThreadPoolExecutor(
                    1,
                    1,
                    LINGER_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().name("assertions").daemon().factory());

    public Identity(Keyring keyring, RandomGenerator random) {
        this.assertions = new Assertions(keyring, random);
        this.random = random;
        renewals.allowCoreThreadTimeOut(true);
    }

    /** Where what is told of a token is kept; the latest, if something about it has changed. */
    private record Place(TokenRoot root, String audience, String method, String address) {
        static Place of(Assertions.Said said) {
            return new Place(said.caller().root(), said.audience(), said.method(), said.address());
        }
    }

    private record Told(
            Assertions.Said said,
            HeaderLines headers,
            Instant from,
            Instant renewFrom,
            Instant until,
            AtomicBoolean isRenewed) {
        boolean holds(Assertions.Said wanted, Instant now) {
            return said.equals(wanted) && !now.isBefore(from) && now.isBefore(until);
        }
    }

    /** Whether the assertion is at hand; signing one takes longer than all the rest of a call. */
    boolean isSigned(Assertions.Said said, Instant now) {
        Told known = kept.get(Place.of(said));
        return known != null && known.holds(said, now);
    }

    HeaderLines headers(Assertions.Said said, Instant now) {
        Told known = kept.get(Place.of(said));
        if (known == null || !known.holds(said, now)) {
            return tell(said, now).headers;
        }
        if (!now.isBefore(known.renewFrom) && known.isRenewed.compareAndSet(false, true)) {
            renewals.execute(() -> renew(said, now));
        }
        return known.headers;
    }

    /**
     * Where it fails, the call that finds the assertion too old signs one, and tells its caller.
     */
    private void renew(Assertions.Said said, Instant now) {
        try {
            tell(said, now);
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "an assertion could not be renewed", failed);
        }
    }

    private Told tell(Assertions.Said said, Instant now) {
        Duration rest = NOT_RENEWED.plusMillis(random.nextLong(RENEWED_WITHIN.toMillis()));
        var told =
                new Told(
                        said,
                        HeaderLines.of(signed(said, now)),
                        now,
                        now.plus(rest),
                        now.plus(REUSE),
                        new AtomicBoolean());
        if (said.path().length() <= KEPT_PATH) {
            keep(told);
        }
        return told;
    }

    private void keep(Told told) {
        if (kept.size() >= KEPT) {
            kept.clear();
        }
        kept.put(Place.of(told.said), told);
    }

    private List<Header> signed(Assertions.Said said, Instant now) {
        List<Header> headers = unsigned(said.caller());
        headers.add(new Header("Latchkey-Assertion", assertions.sign(said, now)));
        return headers;
    }

    /** What does not apply is left out: no e-mail for a machine, no team where all are meant. */
    static List<Header> unsigned(LiveToken caller) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("Latchkey-Subject", caller.subject().value()));
        headers.add(new Header("Latchkey-Subject-Kind", kind(caller.subject())));
        caller.email()
                .ifPresent(email -> headers.add(new Header("Latchkey-Email", visible(email))));
        caller.team().ifPresent(team -> headers.add(new Header("Latchkey-Team", team.value())));
        headers.add(new Header("Latchkey-Organization", caller.organization().value()));
        headers.add(new Header("Latchkey-Client", caller.client().value()));
        headers.add(new Header("Latchkey-Scope", caller.scope().joined(Scopes.Separator.SPACE)));
        return headers;
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
