package dev.latchkey.api;

import java.util.List;
import java.util.Optional;

/** What is wrong with one field of a request. {@code field} is empty if it is the whole request. */
public record ApiError(String field, String description) {
  /** The JSON of every refusal. */
  record Answer(String error, String errorDescription, Optional<List<ApiError>> fields) {}
}
