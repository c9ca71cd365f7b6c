package dev.latchkey.config;

import dev.latchkey.model.Limit;
import java.util.List;

/**
 * What a running server takes from a new version of its configuration.
 *
 * @param settings the settings to run with from now on
 * @param applied the keys whose new values are among them
 * @param waiting the keys whose new values need a restart
 */
public record Reload(Settings settings, List<String> applied, List<String> waiting) {
    /**
     * {@code running} are the settings in use. {@code started} is the configuration at the start,
     * {@code applied} the one that was applied last.
     */
    public static Reload of(
            Settings running, Configuration started, Configuration applied, Configuration latest) {
        Settings fresh = latest.settings();
        return new Reload(
                running.with(to -> take(to, running, fresh)),
                latest.keysChangedSince(applied).stream()
                        .filter(key -> isLive(key, running, fresh))
                        .toList(),
                latest.keysChangedSince(started).stream()
                        .filter(key -> !isLive(key, running, fresh))
                        .toList());
    }

    private static void take(Settings.Change to, Settings running, Settings fresh) {
        to.trustedProxies = fresh.trustedProxies();
        to.gateways = fresh.gateways();
        to.limits = running.limits().withLiveOf(fresh.limits());
        to.restart = fresh.restart();
        to.audit = fresh.audit();
        to.rates = fresh.rates();
        to.routes = fresh.routes();
        to.brand = fresh.brand();
        if (isLive("mail", running, fresh)) {
            to.mail = fresh.mail();
        }
        if (isLive("sign_in", running, fresh)) {
            to.providers = fresh.providers();
        }
    }

    /**
     * Whether the key can change while the server runs. Mail and sign-in with other providers add
     * pages, which exist from the start or not at all.
     */
    private static boolean isLive(String key, Settings running, Settings fresh) {
        String[] names = key.split("[.\\[]", 2);
        return switch (names[0]) {
            case "trusted_proxies",
                    "gateways",
                    "drain_seconds",
                    "audit",
                    "rates",
                    "upstreams",
                    "routes",
                    "resources",
                    "brand" ->
                    true;
            case "mail" -> running.mail().isPresent() && fresh.mail().isPresent();
            case "sign_in" -> !running.providers().isEmpty() && !fresh.providers().isEmpty();
            case "limits" -> names.length == 1 || Limit.of(names[1]).isLive();
            default -> false;
        };
    }
}
