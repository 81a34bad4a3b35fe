import { lazy, type ReactNode } from 'react';
import { ContentPage } from '#web/components/content/content-page.tsx';
import { careers, POSITIONS, type Position } from '#web/content/pages/careers.ts';
import { FormDialogButton } from '#web/features/messages/form-dialog-button.tsx';
import { useSender } from '../use-sender.ts';

const JobForm = lazy(() =>
  import('#web/features/messages/lead-forms.tsx').then(({ JobForm }) => ({ default: JobForm })),
);

/** Open positions, and a form to apply without one (specification section 2). */
export function CareersPage() {
  const sender = useSender();
  return (
    <ContentPage
      copy={careers}
      inserts={{
        positions: (
          <PositionList
            apply={({ title, team, place }) => (
              <FormDialogButton
                label="Apply Now"
                accessibleLabel={`Apply Now: ${title}`}
                title={title}
                description={`${team}, ${place}`}
              >
                {(close) => <JobForm sender={sender} position={title} onSent={close} />}
              </FormDialogButton>
            )}
          />
        ),
        resume: (
          <div>
            <FormDialogButton
              label="Submit Resume"
              title="Your resume"
              description="Send us a link to it, and tell us what you would like to do."
            >
              {(close) => <JobForm sender={sender} position="None in particular" onSent={close} />}
            </FormDialogButton>
          </div>
        ),
      }}
    />
  );
}

/** The open positions, each with a button to apply. */
const PositionList = ({ apply }: { apply: (position: Position) => ReactNode }) => (
  <ul className="border-line border-t">
    {POSITIONS.map((position) => (
      <li
        key={position.title}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-b py-5"
      >
        <div className="min-w-0 max-w-[34em]">
          <h3 className="text-18 font-medium">{position.title}</h3>
          <p className="text-14 text-ink-2">
            {position.team}, {position.place}
          </p>
          <p className="mt-2 text-ink-2">{position.text}</p>
        </div>
        {apply(position)}
      </li>
    ))}
  </ul>
);
