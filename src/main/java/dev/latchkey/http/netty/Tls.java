package dev.latchkey.http.netty;

import dev.latchkey.http.ListenAt.TlsFiles;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;

/**
 * Encrypts connections with the certificate that is in the files. Files that are renewed are used
 * from the next connection on; while they do not fit together, the last pair that did is.
 */
final class Tls {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final TlsFiles files;
    private final Duration handshake;
    private volatile SslContext context;
    private Times loaded;

    private record Times(FileTime certificate, FileTime key) {
        static Times of(TlsFiles files) throws IOException {
            return new Times(
                    Files.getLastModifiedTime(files.certificate()),
                    Files.getLastModifiedTime(files.key()));
        }
    }

    private Tls(TlsFiles files, Duration handshake) throws IOException {
        this.files = files;
        this.handshake = handshake;
        this.loaded = Times.of(files);
        this.context = load(files);
    }

    /** Fails if the files are no certificate and its key. */
    static Tls of(TlsFiles files, Duration handshake) throws IOException {
        return new Tls(files, handshake);
    }

    private static SslContext load(TlsFiles files) throws IOException {
        try {
            return SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                    .applicationProtocolConfig(
                            new ApplicationProtocolConfig(
                                    Protocol.ALPN,
                                    SelectorFailureBehavior.NO_ADVERTISE,
                                    SelectedListenerFailureBehavior.ACCEPT,
                                    List.of(
                                            ApplicationProtocolNames.HTTP_2,
                                            ApplicationProtocolNames.HTTP_1_1)))
                    .build();
        } catch (RuntimeException unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
        }
    }

    /** To be called now and then. */
    synchronized void renew() {
        try {
            Times now = Times.of(files);
            if (now.equals(loaded)) {
                return;
            }
            context = load(files);
            loaded = now;
            LOG.log(
                    System.Logger.Level.INFO,
                    "the certificate in {0} is in use",
                    files.certificate());
        } catch (IOException unusable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the files of tls have changed and cannot be used, so the certificate before"
                            + " stays in use: {0}",
                    unusable.getMessage());
        }
    }

    SslHandler handler(ByteBufAllocator memory) {
        SslHandler handler = context.newHandler(memory);
        handler.setHandshakeTimeoutMillis(handshake.toMillis());
        return handler;
    }
}
