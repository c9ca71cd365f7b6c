package dev.latchkey.bench;

import dev.latchkey.bench.load.Address;
import dev.latchkey.bench.load.Answer;
import dev.latchkey.bench.load.Caller;
import dev.latchkey.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/**
 * Introspects live tokens picked at random (contract 4.5). The first answers are read field by
 * field, later ones for being live and for speaking of the right subject and credential.
 */
final class Introspecting implements Caller {
    private static final byte[] DEAD = "{\"active\":false}".getBytes(StandardCharsets.US_ASCII);
    private static final int READ_WHOLE = 100;

    private final Calls calls;
    private final Stock stock;
    private final SplittableRandom picking;
    private long picked;
    private long asked;

    Introspecting(Calls calls, Stock stock, long seed) {
        this.calls = calls;
        this.stock = stock;
        this.picking = new SplittableRandom(seed);
    }

    static boolean isDead(Answer answer) {
        return Asking.exactly(DEAD).test(answer);
    }

    @Override
    public Address address() {
        return calls.address();
    }

    @Override
    public Optional<byte[]> next() {
        picked = picking.nextLong(stock.live());
        asked++;
        return Optional.of(calls.introspect(stock.access(picked)));
    }

    @Override
    public boolean isRight(Answer answer) {
        String text = answer.text();
        return answer.status() == 200
                && text.contains("\"active\":true")
                && text.contains(calls.memo().clientId())
                && text.contains(stock.subject(picked).orElse(""))
                && (asked > READ_WHOLE || describesLive(text));
    }

    private boolean describesLive(String text) {
        Optional<JsonNode> json = Json.parse(text);
        return json.isPresent()
                && json.get().path("active").asBoolean(false)
                && json.get().path("client_id").asString("").equals(calls.memo().clientId())
                && json.get().path("token_type").asString("").equals("Bearer")
                && json.get()
                        .path("sub")
                        .asString("")
                        .equals(stock.subject(picked).orElse(json.get().path("sub").asString()))
                && json.get().path("exp").isIntegralNumber();
    }
}
