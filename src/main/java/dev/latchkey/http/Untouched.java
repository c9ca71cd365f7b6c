package dev.latchkey.http;

import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;
import java.util.Set;

/**
 * Encoded bodies are passed on as they are: the library would refuse what it cannot decode, and
 * what an upstream can is not its business.
 */
final class Untouched implements ContentEncoding {
    @Override
    public Set<String> ids() {
        return Set.of("gzip", "x-gzip", "deflate", "br", "zstd", "compress", "identity");
    }

    @Override
    public boolean supportsEncoding() {
        return false;
    }

    @Override
    public boolean supportsDecoding() {
        return true;
    }

    @Override
    public ContentDecoder decoder() {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder() {
        return ContentEncoder.NO_OP;
    }

    @Override
    public String name() {
        return "untouched";
    }

    @Override
    public String type() {
        return "untouched";
    }
}
