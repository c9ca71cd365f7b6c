package dev.latchkey.page;

import java.util.List;
import java.util.Optional;

/**
 * Why a form was not accepted: the status of the answer, and what stands beside which field. A
 * message is a key of the bundles.
 */
public record FormErrors(int status, List<FieldError> errors) {
    public static final FormErrors NONE = new FormErrors(200, List.of());

    public FormErrors {
        errors = List.copyOf(errors);
    }

    public record FieldError(String field, String message) {}

    public static FormErrors of(int status, String field, String message) {
        return new FormErrors(status, List.of(new FieldError(field, message)));
    }

    /** Of a form that was refused as a whole. */
    public static FormErrors of(int status) {
        return new FormErrors(status, List.of());
    }

    public boolean has(String field) {
        return find(field).isPresent();
    }

    /** For templates, which show no more than that: empty if nothing is wrong. */
    public String at(String field) {
        return find(field).map(FieldError::message).orElse("");
    }

    private Optional<FieldError> find(String field) {
        return errors.stream().filter(error -> error.field().equals(field)).findFirst();
    }
}
