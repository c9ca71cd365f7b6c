package dev.latchkey.http;

public record Header(String name, String value) {
    public Header {
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new IllegalArgumentException("control character in header " + name);
        }
    }
}
