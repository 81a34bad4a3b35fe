import { lazy } from 'react';
import { PositionList } from '#web/components/words/position-list.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { careers } from '#web/content/pages/careers.ts';
import { FormDialogButton } from '#web/features/messages/form-dialog-button.tsx';
import { useSender } from '../use-sender.ts';

const JobForm = lazy(() =>
  import('#web/features/messages/lead-forms.tsx').then(({ JobForm }) => ({ default: JobForm })),
);

/** Positions to apply for, and a way to apply without one (specification section 2). */
export function CareersPage() {
  const sender = useSender();
  return (
    <WordPage
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
              description="Tell us where it can be read, and what you would like to do."
            >
              {(close) => <JobForm sender={sender} position="None in particular" onSent={close} />}
            </FormDialogButton>
          </div>
        ),
      }}
    />
  );
}
