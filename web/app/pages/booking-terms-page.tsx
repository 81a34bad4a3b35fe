import { TypicalRatesTable } from '#web/components/words/typical-rates-table.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { bookingTerms } from '#web/content/pages/booking-terms.ts';

/** The fifteen vehicles and the terms of a booking (specification section 2). */
export const BookingTermsPage = () => (
  <WordPage copy={bookingTerms} inserts={{ vehicles: <TypicalRatesTable /> }} />
);
