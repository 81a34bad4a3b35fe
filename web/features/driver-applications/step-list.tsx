import clsx from 'clsx';
import type { ApplicantView } from '#common/driver-applications/application-views.ts';

const TITLES = {
  documents: 'Documents checked',
  background: 'Background check',
  inspection: 'Vehicle inspection',
  training: 'Training',
};

/** The time that each step takes, shown until any of it is done. */
const AHEAD = {
  documents: '1 day',
  background: '2 to 3 days',
  inspection: 'by appointment',
  training: '2 hours',
};

/** The steps of an application: done, current, ahead. */
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
            {TITLES[step]}
          </span>
          <span className="ml-auto text-14 text-ink-2">
            {done === of ? 'Clear' : done > 0 ? `${done} of ${of}` : AHEAD[step]}
          </span>
        </li>
      ))}
    </ol>
  );
}
