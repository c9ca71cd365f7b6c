package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.edge.http.Form;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.model.audit.AuditSearch;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter of the audit log: its moments can be stored, and its link gives the same filter again.
 */
class FilterFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    Form.strict(input).flatMap(Form::parse).map(AuditFilter::in).ifPresent(FilterFuzzTest::check);
  }

  private static void check(AuditFilter filter) {
    AuditSearch.Period period = filter.period(Requests.AT);
    Stream.of(period.from(), period.until())
        .flatMap(Optional::stream)
        .forEach(at -> assertThatCode(at::toEpochMilli).doesNotThrowAnyException());
    filter
        .event()
        .ifPresent(
            event -> assertThat(event.name()).isEqualTo(filter.value(AuditFilter.Field.EVENT)));
    String link = filter.query(filter.position());
    AuditFilter again =
        link.isEmpty()
            ? AuditFilter.in(Form.EMPTY)
            : AuditFilter.in(Form.parse(link.substring(1)).orElseThrow());
    assertThat(again.fields()).isEqualTo(filter.fields());
    assertThat(again.position()).isEqualTo(filter.position());
    assertThat(again.period(Requests.AT)).isEqualTo(period);
  }
}
