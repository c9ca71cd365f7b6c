package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.grants.Polled;
import dev.latchkey.storage.pairs.Rotated;

/**
 * Maps refusals of storage to answers. The audit log records the exact reason. The caller learns
 * only what it can do (rule 2.2).
 *
 * @param address of the caller
 * @param byBasic whether the caller has sent the id of its client by HTTP Basic
 */
record Refusals(String address, boolean byBasic) {
  /** A device asks too often (RFC 8628 3.5). */
  static final Refusal SLOW_DOWN =
      new Refusal(400, "slow_down", "Wait five seconds longer between two requests.");

  Refusal of(Exchanged.Refused why) {
    return switch (why) {
      case CODE_UNKNOWN, CODE_SPENT, CODE_EXPIRED, CODE_OF_ANOTHER_CREDENTIAL, GRANT_ENDED ->
          invalidGrant("The code is not valid. Start again at the authorization endpoint.");
      case REDIRECT_URI_DIFFERS ->
          invalidGrant("The redirect_uri is not the one the code was sent to.");
      case RESOURCE_WIDER -> invalidTarget();
      case ADDRESS_NOT_ALLOWED -> ClientIdentity.refuseAddress(address, byBasic);
      case PROOF_FAILED -> invalidGrant("The code_verifier does not fit the code_challenge.");
    };
  }

  Refusal of(Rotated.Refused why) {
    return switch (why) {
      case ADDRESS_NOT_ALLOWED -> ClientIdentity.refuseAddress(address, byBasic);
      case CLIENT_UNKNOWN -> ClientIdentity.refuse(Authentication.Failed.CLIENT_UNKNOWN, byBasic);
      case TOKEN_UNKNOWN,
          TOKEN_EXPIRED,
          TOKEN_OF_ANOTHER_CREDENTIAL,
          TOKEN_ROTATED,
          TOKEN_REPLAYED,
          GRANT_ENDED ->
          invalidGrant(
              "The refresh token is not valid. Use the pair that replaced it, or ask the user again.");
      case SCOPE_WIDER ->
          new Refusal(400, "invalid_scope", "A refresh may narrow the scope, never widen it.");
      case RESOURCE_WIDER -> invalidTarget();
    };
  }

  /** A token that cannot be exchanged is an {@code invalid_request} (RFC 8693 2.2.2). */
  Refusal of(ChildTokens.Created.Refused why) {
    return switch (why) {
      case DEAD, NOT_ITS_OWN -> Refusal.invalidRequest("The subject_token is not valid.");
      case SCOPE_WIDER ->
          new Refusal(
              400, "invalid_scope", "A child token has at most the scope of the subject_token.");
      case ADDRESS_NOT_ALLOWED -> ClientIdentity.refuseAddress(address, byBasic);
      case TOO_DEEP -> Refusal.invalidRequest("No child token can be obtained from this one.");
      case TOO_MANY_CHILDREN ->
          Refusal.invalidRequest(
              "The token has too many active child tokens. Revoke one or wait until one expires.");
    };
  }

  /** Nothing that was presented belongs to a client that names itself by an address. */
  static Refusal ofPublicClient() {
    return invalidGrant(
        "The code or the refresh token is not valid. Start again at the authorization endpoint.");
  }

  private static Refusal invalidTarget() {
    return new Refusal(
        400, "invalid_target", "The user has allowed access to another resource only.");
  }

  Refusal of(Polled.Refused why) {
    return switch (why) {
      case PENDING ->
          new Refusal(400, "authorization_pending", "The user has not decided yet. Ask again.");
      case ADDRESS_NOT_ALLOWED -> ClientIdentity.refuseAddress(address, byBasic);
      case DENIED -> new Refusal(400, "access_denied", "The user denied the request.");
      case CODE_EXPIRED ->
          new Refusal(400, "expired_token", "The device_code has expired. Start again.");
      case CODE_UNKNOWN, CODE_SPENT, CODE_OF_ANOTHER_CREDENTIAL, GRANT_ENDED ->
          invalidGrant("The device_code is not valid. Start again.");
    };
  }

  private static Refusal invalidGrant(String description) {
    return new Refusal(400, "invalid_grant", description);
  }
}
