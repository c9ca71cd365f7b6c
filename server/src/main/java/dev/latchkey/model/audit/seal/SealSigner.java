package dev.latchkey.model.audit.seal;

import java.util.List;

/** Signs a seal. {@code known}: the ids of all keys that the installation has now. */
public interface SealSigner {
  SealKey key();

  List<String> known();

  String sign(String text);
}
