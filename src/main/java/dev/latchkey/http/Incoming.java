package dev.latchkey.http;

import java.io.InputStream;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** A request as it came off the wire: nothing decoded, the body not yet read. */
record Incoming(
        String method,
        String path,
        String query,
        Headers headers,
        String address,
        int port,
        InputStream body,
        OptionalLong length,
        BooleanSupplier isCallerGone) {}
