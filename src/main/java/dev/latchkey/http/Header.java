package dev.latchkey.http;

public record Header(String name, String value) {
    public Header {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) == 0x7f) {
                throw new IllegalArgumentException("control character in header " + name);
            }
        }
    }
}
