package dev.latchkey.bench;

import java.util.Optional;

/** Rotates one pair again and again (contract 4.3): each request presents what the last gave. */
final class Refreshing implements Caller {
    private final Address address;
    private final String form;
    private Pair current;

    Refreshing(Address address, Memo memo, Pair first) {
        this.address = address;
        this.form = "grant_type=refresh_token&client_id=" + memo.clientId() + "&refresh_token=";
        this.current = first;
    }

    Pair current() {
        return current;
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.of(address.post("/oauth2/token", Address.FORM, form + current.refresh()));
    }

    @Override
    public boolean isRight(Answer answer) {
        Optional<Pair> fresh = Pair.of(answer);
        boolean rotated =
                fresh.isPresent()
                        && !fresh.get().access().equals(current.access())
                        && !fresh.get().refresh().equals(current.refresh());
        current = fresh.orElse(current);
        return rotated;
    }
}
