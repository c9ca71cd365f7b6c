package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.ListenAt.TlsFiles;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Encrypts connections with the certificate from the configured files. When the files were renewed,
 * new connections use them. If the new files do not belong together, the last pair that did stays
 * in use.
 */
final class Tls implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  static {
    // The JDK reads this at its first handshake as a server, and only here. In TLS 1.2 a client
    // could otherwise ask for one costly handshake after the other on one connection.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
  }

  /**
   * The elliptic curves of the key exchange, the preferred one first. The JDK would also accept
   * finite fields of up to 8,192 bits, with which a handshake takes three times as much processor
   * time.
   */
  private static final String[] GROUPS = {"x25519", "secp256r1", "secp384r1"};

  private static final String KEY_HEADER = "-----BEGIN PRIVATE KEY-----";
  private static final String KEY_FOOTER = "-----END PRIVATE KEY-----";

  private final TlsFiles files;
  private final HandshakeTasks tasks =
      new HandshakeTasks(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  private volatile Duration handshake;
  private volatile SslContext context;
  private Times loaded;

  private record Times(FileTime certificate, FileTime key) {
    static Times of(TlsFiles files) throws IOException {
      return new Times(
          Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.key()));
    }
  }

  private Tls(TlsFiles files, Duration handshake, Times loaded, SslContext context) {
    this.files = files;
    this.handshake = handshake;
    this.loaded = loaded;
    this.context = context;
  }

  /** Loads the files. Fails if they are not a certificate and its private key. */
  static Tls of(TlsFiles files, Duration handshake) throws IOException {
    Times times = Times.of(files);
    return new Tls(files, handshake, times, load(files));
  }

  private static SslContext load(TlsFiles files) throws IOException {
    try {
      checkFit(files);
      return SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
          .sslProvider(SslProvider.JDK)
          .protocols("TLSv1.3", "TLSv1.2")
          .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
          .applicationProtocolConfig(
              new ApplicationProtocolConfig(
                  Protocol.ALPN,
                  SelectorFailureBehavior.FATAL_ALERT,
                  SelectedListenerFailureBehavior.ACCEPT,
                  List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)))
          .build();
    } catch (RuntimeException | GeneralSecurityException unreadable) {
      throw new IOException(unreadable.getMessage(), unreadable);
    }
  }

  /**
   * Checks that the key belongs to the certificate, by signing with the key and verifying with the
   * certificate. Without this check, every handshake would fail, and nothing before that.
   */
  private static void checkFit(TlsFiles files) throws IOException, GeneralSecurityException {
    PublicKey publicKey;
    try (InputStream in = Files.newInputStream(files.certificate())) {
      publicKey = CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
    }
    String algorithm = publicKey.getAlgorithm();
    Signature proof =
        Signature.getInstance(
            switch (algorithm) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> algorithm;
            });
    proof.initSign(
        KeyFactory.getInstance(algorithm)
            .generatePrivate(new PKCS8EncodedKeySpec(der(files.key()))));
    proof.update((byte) 0);
    byte[] signed = proof.sign();
    proof.initVerify(publicKey);
    proof.update((byte) 0);
    if (!proof.verify(signed)) {
      throw new IOException("the key does not belong to the certificate");
    }
  }

  private static byte[] der(Path key) throws IOException {
    String text = Files.readString(key, StandardCharsets.US_ASCII);
    int from = text.indexOf(KEY_HEADER);
    int to = text.indexOf(KEY_FOOTER, Math.max(from, 0));
    if (from < 0 || to < 0) {
      throw new IOException(key + " contains no " + KEY_HEADER);
    }
    return Base64.getMimeDecoder().decode(text.substring(from + KEY_HEADER.length(), to));
  }

  /** Loads the files again if they were renewed. It must be called regularly. */
  synchronized void renew() {
    try {
      Times now = Times.of(files);
      if (now.equals(loaded)) {
        return;
      }
      context = load(files);
      loaded = now;
      LOG.log(
          System.Logger.Level.INFO, "The certificate in {0} is now in use.", files.certificate());
    } catch (IOException unusable) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The files of tls have changed and cannot be used, so the previous certificate stays"
              + " in use: {0}",
          unusable.getMessage());
    }
  }

  @Override
  public void close() {
    tasks.close();
  }

  void limitHandshakesTo(Duration most) {
    handshake = most;
  }

  TlsHandler handler(ByteBufAllocator memory, ClientAccount account) {
    SSLEngine engine = context.newEngine(memory);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setNamedGroups(GROUPS);
    engine.setSSLParameters(parameters);
    var handler = new TlsHandler(engine, tasks.of(account.ofNetwork()), account);
    handler.setHandshakeTimeoutMillis(handshake.toMillis());
    return handler;
  }
}
