package dev.latchkey.harness.wire;

import dev.latchkey.edge.http.ListenAt.TlsFiles;
import dev.latchkey.harness.Latchkey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1Object;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** A self-signed certificate for {@code localhost}, and its key. */
public final class Certificate {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final AlgorithmIdentifier ECDSA_WITH_SHA256 =
      new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);

  private final X509Certificate certificate;
  private final Key key;

  private Certificate(X509Certificate certificate, Key key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** Makes a certificate in this process: to start keytool takes a second of a processor. */
  public static Certificate make() {
    try {
      var curve = KeyPairGenerator.getInstance("EC");
      curve.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = curve.generateKeyPair();
      ASN1Object contents = contents(pair);
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(contents.getEncoded());
      var parts = new ASN1EncodableVector();
      parts.add(contents);
      parts.add(ECDSA_WITH_SHA256);
      parts.add(new DERBitString(signature.sign()));
      var certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(
                      new ByteArrayInputStream(new DERSequence(parts).getEncoded()));
      return new Certificate(certificate, pair.getPrivate());
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static ASN1Object contents(KeyPair pair) throws IOException {
    var name = new X500Name("CN=localhost");
    var addresses =
        new GeneralNames(
            new GeneralName[] {
              new GeneralName(GeneralName.dNSName, "localhost"),
              new GeneralName(GeneralName.iPAddress, "127.0.0.1")
            });
    Instant now = Instant.now();
    var contents = new V3TBSCertificateGenerator();
    contents.setSerialNumber(new ASN1Integer(new BigInteger(64, new SecureRandom())));
    contents.setIssuer(name);
    contents.setSubject(name);
    contents.setStartDate(new Time(Date.from(now.minus(1, ChronoUnit.MINUTES))));
    contents.setEndDate(new Time(Date.from(now.plus(30, ChronoUnit.DAYS))));
    contents.setSubjectPublicKeyInfo(
        SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    contents.setSignature(ECDSA_WITH_SHA256);
    contents.setExtensions(
        new Extensions(Extension.create(Extension.subjectAlternativeName, false, addresses)));
    return contents.generateTBSCertificate();
  }

  public BigInteger serialNumber() {
    return certificate.getSerialNumber();
  }

  /**
   * Writes the certificate and its key to two files in a new directory, as an operator has them.
   */
  public TlsFiles files() {
    Path directory = Latchkey.temporaryDirectory();
    var files = new TlsFiles(directory.resolve("cert.pem"), directory.resolve("key.pem"));
    writeCertificate(files.certificate());
    writeKey(files.key());
    return files;
  }

  public void writeCertificate(Path file) {
    try {
      write(file, "CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public void writeKey(Path file) {
    write(file, "PRIVATE KEY", key.getEncoded());
  }

  private static void write(Path file, String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    try {
      Files.writeString(
          file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Lets every GreenMail with TLS, in this process, present this certificate. */
  public void presentInGreenMail() {
    Path file = Latchkey.temporaryDirectory().resolve("greenmail.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      keyStore().store(out, PASSWORD);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
    System.setProperty("greenmail.tls.keystore.file", file.toString());
    System.setProperty("greenmail.tls.keystore.password", String.valueOf(PASSWORD));
  }

  private KeyStore keyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("key", key, PASSWORD, new X509Certificate[] {certificate});
    return store;
  }

  /** The TLS context of a server with this certificate. */
  public SSLContext presented() {
    try {
      KeyStore store = keyStore();
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The TLS context of a client that trusts only this certificate. */
  public SSLContext trusted() {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("trusted", certificate);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
