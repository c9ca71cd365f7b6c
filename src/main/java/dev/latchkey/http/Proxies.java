package dev.latchkey.http;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The machines in front of this one whose word counts about where a request came from. Nobody
 * else's does: the header is read from its right end, and whatever cannot be read there leaves the
 * socket's own address standing (decision 5.4).
 */
public record Proxies(Set<String> trusted) {
    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]{2,45}");
    private static final int MAX_HOPS = 20;

    public Proxies {
        trusted = Set.copyOf(trusted);
    }

    String caller(String socket, Headers headers) {
        if (!trusted.contains(socket)) {
            return socket;
        }
        List<String> hops =
                headers.all("X-Forwarded-For").stream()
                        .flatMap(line -> Arrays.stream(line.split(",", -1)))
                        .map(String::strip)
                        .toList();
        if (hops.size() > MAX_HOPS) {
            return socket;
        }
        return hops.reversed().stream()
                .filter(hop -> !trusted.contains(hop))
                .findFirst()
                .filter(hop -> ADDRESS.matcher(hop).matches())
                .orElse(socket);
    }
}
