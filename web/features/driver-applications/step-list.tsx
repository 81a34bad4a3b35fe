import clsx from 'clsx';
import type { ApplicantView } from '#common/driver-applications/application-views.ts';

/** The steps of an application, with the time that each takes. */
export const STEPS = {
  documents: { title: 'Documents checked', time: '1 day' },
  background: { title: 'Background check', time: '2 to 3 days' },
  inspection: { title: 'Vehicle inspection', time: 'by appointment' },
  training: { title: 'Training', time: '2 hours' },
};

/** How long all of them take. */
export const ANSWER_TIME = 'An answer takes 3 to 5 days and comes by email.';

/** The steps of an application: done, current, and ahead, with their times. */
export function StepList({ steps }: { steps: ApplicantView['steps'] }) {
  const current = steps.findIndex(({ done, of }) => done < of);
  return (
    <ol className="mt-6 border-line border-t">
      {steps.map(({ step, done, of }, index) => (
        <li key={step} className="flex items-center gap-4 border-line border-b py-4">
          <span
            aria-hidden
            className={clsx(
              'size-3.5 shrink-0 rounded-full',
              done === of && 'bg-gold',
              done < of && (index === current ? 'border-3 border-gold' : 'border-2 border-control'),
            )}
          />
          <span className={clsx(done === of || index === current ? 'font-medium' : 'text-ink-2')}>
            {STEPS[step].title}
          </span>
          <span className="ml-auto text-14 text-ink-2">
            {done === of ? 'Clear' : done > 0 ? `${done} of ${of}` : STEPS[step].time}
          </span>
        </li>
      ))}
    </ol>
  );
}
