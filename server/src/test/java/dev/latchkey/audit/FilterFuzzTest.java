package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.http.Form;

/**
 * The filter of the audit log: its moments can be stored, and its link gives the same filter again.
 */
class FilterFuzzTest extends ParserFuzz {
    @Override
    protected void holds(byte[] input) {
        Form.strict(input)
                .flatMap(Form::parse)
                .map(AuditFilter::in)
                .ifPresent(FilterFuzzTest::check);
    }

    private static void check(AuditFilter filter) {
        filter.begin()
                .ifPresent(begin -> assertThatCode(begin::toEpochMilli).doesNotThrowAnyException());
        filter.end().ifPresent(end -> assertThatCode(end::toEpochMilli).doesNotThrowAnyException());
        filter.afterEntry().ifPresent(entry -> assertThat(entry).isNotNegative());
        filter.chosenEvent().ifPresent(event -> assertThat(event.name()).isEqualTo(filter.event()));
        String link = filter.query(filter.after());
        AuditFilter again =
                link.equals("?")
                        ? AuditFilter.in(Form.EMPTY)
                        : AuditFilter.in(Form.parse(link.substring(1)).orElseThrow());
        assertThat(again).isEqualTo(filter);
    }
}
