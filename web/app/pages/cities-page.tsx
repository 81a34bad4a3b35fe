import { ContentPage } from '#web/components/content/content-page.tsx';
import { LAUNCHES } from '#web/content/launches.ts';
import { cities } from '#web/content/pages/cities.ts';
import { CitySuggestionForm, WaitlistForm } from '#web/features/messages/lead-forms.tsx';
import { useSender } from '../use-sender.ts';

const PLANNED = LAUNCHES.filter(({ isAhead }) => isAhead).map(({ title }) => title);

/** Current and planned cities, with waitlist and suggestions (specification section 2). */
export function CitiesPage() {
  const sender = useSender();
  return (
    <ContentPage
      copy={cities}
      inserts={{
        waitlist: <WaitlistForm sender={sender} cities={PLANNED} />,
        suggest: <CitySuggestionForm sender={sender} />,
      }}
    />
  );
}
