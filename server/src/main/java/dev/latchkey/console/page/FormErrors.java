package dev.latchkey.console.page;

import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.policy.FlawedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Why a form was refused: the HTTP status of the answer, and the errors shown beside the fields.
 * {@code message}: a key of the message bundles.
 */
public record FormErrors(int status, List<FieldError> errors) {
  public static final FormErrors NONE = new FormErrors(200, List.of());

  public FormErrors {
    errors = List.copyOf(errors);
  }

  /** {@code values}: those that the message names. */
  public record FieldError(String field, String message, List<String> values) {
    public FieldError {
      values = List.copyOf(values);
    }

    public FieldError(String field, String message) {
      this(field, message, List.of());
    }
  }

  public static FormErrors of(int status, String field, String message) {
    return new FormErrors(status, List.of(new FieldError(field, message)));
  }

  /** {@code fields}: the field of the form for each field of the noun. */
  public static FormErrors of(FlawedNames names, UnaryOperator<String> fields) {
    return new FormErrors(
        400,
        names.flaws().entrySet().stream()
            .map(
                each -> new FieldError(fields.apply(each.getKey()), "flaw.name." + each.getValue()))
            .toList());
  }

  public static FormErrors of(FlawedPerson flawed) {
    var errors = new ArrayList<FieldError>();
    flawed.name().map(flaw -> new FieldError("name", "flaw.name." + flaw)).ifPresent(errors::add);
    if (flawed.isEmailFlawed()) {
      errors.add(new FieldError("email", "flaw.email"));
    }
    return new FormErrors(400, errors);
  }

  public static FormErrors of(FlawedPolicy flaw) {
    var error = new FieldError(flaw.field(), "flaw." + flaw.code(), flaw.values());
    return new FormErrors(400, List.of(error));
  }

  public static FormErrors of(FlawedCredential flawed) {
    return new FormErrors(
        400,
        flawed.flaws().stream()
            .map(flaw -> new FieldError(flaw.field(), "flaw." + flaw.code(), flaw.values()))
            .toList());
  }

  /** The form was refused for a reason that belongs to no single field. */
  public static FormErrors of(int status) {
    return new FormErrors(status, List.of());
  }

  /** The same errors, with the names of their fields as they are within this form. */
  public FormErrors within(String form) {
    String beginning = form + '.';
    return new FormErrors(
        status,
        errors.stream()
            .map(error ->
                error.field().startsWith(beginning)
                    ? new FieldError(
                        error.field().substring(beginning.length()),
                        error.message(),
                        error.values())
                    : error)
            .toList());
  }

  public boolean has(String field) {
    return find(field).isPresent();
  }

  /** The errors of a field that has several values. */
  public List<FieldError> all(String field) {
    return errors.stream().filter(error -> error.field().equals(field)).toList();
  }

  /** The message key for a field, for templates; an empty text if the field has no error. */
  public String at(String field) {
    return find(field).map(FieldError::message).orElse("");
  }

  private Optional<FieldError> find(String field) {
    return errors.stream().filter(error -> error.field().equals(field)).findFirst();
  }
}
