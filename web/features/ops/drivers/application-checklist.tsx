import clsx from 'clsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { capitalize } from '#common/capitalize.ts';
import { isExpired } from '#common/driver-applications/application-papers.ts';
import type { ApplicationDetails, ChecklistEntry } from '#common/driver-applications/application-views.ts';
import {
  CHECKLIST,
  type ChecklistItem,
  checklistFor,
  checksDone,
} from '#common/driver-applications/checklist.ts';
import { ageOn, OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import { checkDriverApplication } from '#common/driver-applications/driver-applications-api.ts';
import { staffFilePath } from '#common/files/files-api.ts';
import { addDays, dateInVegas, formatDay } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FileName } from '#web/components/ui/file-field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { stateName } from '#web/content/us-states.ts';
import { call } from '#web/lib/call.ts';
import { formatCalendarDay } from '#web/lib/format-calendar-day.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { ChangeApplication } from './use-application.ts';

interface ChecklistProps {
  application: ApplicationDetails;
  change: (change: ChangeApplication, onDone?: () => void) => Promise<void>;
  isPending: boolean;
}

/** The checklist as a timeline: first what follows from the form, then the items that staff check. */
export function ApplicationChecklist({ application, change, isPending }: ChecklistProps) {
  const { checklist, vehicle, status } = application;
  const [open, setOpen] = useState<ChecklistItem | null>(null);
  const certain = certainFacts(application, useNow());
  const items = checklistFor(vehicle !== null);
  const entryOf = (item: ChecklistItem) => checklist.find((entry) => entry.item === item);
  const done = items.filter((item) => entryOf(item)?.isDone);
  const current = items.find((item) => !done.includes(item));
  const checks = checksDone(vehicle !== null, done);

  return (
    <section>
      <div className="flex items-baseline justify-between gap-6">
        <h2 className="display text-28">Checklist</h2>
        <p className="text-14 text-ink-2">{`${checks.done} of ${checks.of} checked`}</p>
      </div>
      <ol className="mt-4">
        {certain.map(({ title, detail }) => (
          <CheckRow key={title} state="done" title={title} detail={detail} />
        ))}
        {items.map((item) => (
          <ItemRow
            key={item}
            item={item}
            application={application}
            entry={entryOf(item)}
            state={done.includes(item) ? 'done' : item === current ? 'current' : 'ahead'}
            isOpen={open === item}
            canChange={OPEN_STATUSES.includes(status)}
            isPending={isPending}
            onOpen={(isOpen) => setOpen(isOpen ? item : null)}
            onSave={(isDone, note) =>
              change(
                ({ id, version }) =>
                  call(checkDriverApplication, { applicationId: id, version, item, isDone, note }),
                () => setOpen((now) => (now === item ? null : now)),
              )
            }
          />
        ))}
      </ol>
    </section>
  );
}

/** Facts that follow from the submitted form. */
const certainFacts = (
  { dateOfBirth, sentAt, vehicle }: ApplicationDetails,
  now: Date,
): { title: string; detail: string }[] => [
  { title: 'Age', detail: `${ageOn(now, dateOfBirth)}, born ${formatCalendarDay(dateOfBirth)}` },
  { title: 'Consent to the background check', detail: `Given ${formatDay(new Date(sentAt), now)}` },
  ...(vehicle ? [{ title: 'Model year 2018 or newer', detail: String(vehicle.year) }] : []),
];

interface CheckRowProps {
  state: 'done' | 'current' | 'ahead';
  title: string;
  detail: string;
  /** Shown below the detail. */
  more?: ReactNode;
  isWarning?: boolean;
  children?: ReactNode;
}

const CheckRow = ({ state, title, detail, more, isWarning, children }: CheckRowProps) => (
  <li className="group relative flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1 pl-9 sm:grid sm:grid-cols-[minmax(0,252px)_1fr_auto]">
    <span
      aria-hidden
      className={clsx(
        'absolute left-0 size-3.5',
        state === 'ahead' ? 'rounded-[2px] border-2 border-control' : 'rounded-full',
        state === 'done' && 'bg-gold',
        state === 'current' && 'border-4 border-gold bg-bg ring-4 ring-gold/20',
      )}
    />
    <span
      aria-hidden
      data-direction="vertical"
      className="route-line absolute top-[calc(50%+14px)] left-[5px] h-[calc(100%-28px)] group-last:hidden max-sm:hidden"
      style={state === 'done' ? undefined : { color: 'var(--line)' }}
    />
    <span className="font-medium max-sm:w-full">
      {title}
      <span className="sr-only">{state === 'done' ? ', done' : ', to do'}</span>
    </span>
    <span className={clsx('min-w-0 text-14 wrap-anywhere', isWarning ? 'text-warn' : 'text-ink-2')}>
      {detail}
      {more && <span className="block">{more}</span>}
    </span>
    {children}
  </li>
);

/** Papers that expire within this many days are highlighted. */
const SOON_DAYS = 30;

interface ItemRowProps {
  item: ChecklistItem;
  application: ApplicationDetails;
  entry: ChecklistEntry | undefined;
  state: CheckRowProps['state'];
  isOpen: boolean;
  canChange: boolean;
  isPending: boolean;
  onOpen: (isOpen: boolean) => void;
  onSave: (isDone: boolean, note: string) => Promise<void>;
}

function ItemRow(props: ItemRowProps) {
  const { item, application, entry, state, isOpen, canChange, isPending, onOpen, onSave } = props;
  const now = useNow();
  const { title } = CHECKLIST[item];
  const paper = application.papers.find(({ kind }) => kind === item);
  const isSoon =
    paper !== undefined &&
    isExpired(paper.expiresOn, new Date(`${addDays(dateInVegas(now), SOON_DAYS)}T20:00Z`));
  const facts = [
    item === 'license' && `${stateName(application.licenseState)}, since ${application.licenseSince}`,
    paper && `ends ${formatCalendarDay(paper.expiresOn)}`,
    entry?.note,
    entry && `${entry.by.name}, ${formatDay(new Date(entry.at), now)}`,
  ].filter(Boolean);
  const detail = facts.join(', ') || 'Not checked yet';

  return (
    <>
      <CheckRow
        state={state}
        title={title}
        detail={capitalize(detail)}
        isWarning={isSoon}
        more={paper && <FileName file={paper.file} pathOf={staffFilePath} />}
      >
        {canChange && (
          <Button
            variant={state === 'done' ? 'quiet' : 'outline'}
            aria-expanded={isOpen}
            aria-label={`${state === 'done' ? 'Change' : 'Enter result'}: ${title}`}
            onClick={() => onOpen(!isOpen)}
          >
            {state === 'done' ? 'Change' : 'Enter result'}
          </Button>
        )}
      </CheckRow>
      {isOpen && canChange && (
        <li className="pb-3 pl-9">
          <ResultForm title={title} entry={entry} isPending={isPending} onSave={onSave} />
        </li>
      )}
    </>
  );
}

interface ResultFormProps {
  title: string;
  entry: ChecklistEntry | undefined;
  isPending: boolean;
  onSave: (isDone: boolean, note: string) => Promise<void>;
}

/** Form for the result of an item, or only a note, such as its appointment. */
function ResultForm({ title, entry, isPending, onSave }: ResultFormProps) {
  const [note, setNote] = useState(entry?.note ?? '');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void onSave(true, note);
  };
  return (
    <form aria-label={title} onSubmit={handleSubmit} className="flex flex-wrap gap-2">
      <TextInput
        aria-label={`Result or appointment: ${title}`}
        placeholder="Clear, or booked for Mon 23 Nov, 10 AM"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="max-w-[360px] flex-1"
        autoComplete="off"
      />
      <Button type="submit" isPending={isPending} pendingLabel="Saving...">
        Done
      </Button>
      <Button variant="outline" isUnavailable={isPending} onClick={() => void onSave(false, note)}>
        {entry?.isDone ? 'Not done' : 'Note only'}
      </Button>
    </form>
  );
}
