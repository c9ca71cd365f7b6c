package dev.latchkey.people.policy;

import java.util.List;

/**
 * Why a policy cannot be stored as wanted. {@code code}: which flaw of the field. {@code values}:
 * what exactly is wrong.
 */
public record FlawedPolicy(String field, String code, List<String> values)
    implements ChangeClientPolicy.Outcome {}
