import { ChevronLeft, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDayTime } from '#common/format-date-time.ts';
import {
  type Colleague,
  type InboxState,
  inboxStateSchema,
  type Thread,
  type ThreadEntry,
} from '#common/messages/inbox.ts';
import { changeThread } from '#common/messages/inbox-api.ts';
import { formatDay, formatTime, formatTimeWithZone } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { call } from '#web/lib/call.ts';
import { telHref } from '#web/lib/contact-href.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OPS_SWITCH } from '../ops-control.ts';
import { AssigneeSelect } from './assignee-select.tsx';
import { KIND_NAMES, STATE_NAMES } from './inbox-names.ts';
import { ReplyBox } from './reply-box.tsx';
import { type ChangeThread, useThread } from './use-thread.ts';

interface ThreadPanelProps {
  /** Must not change: use a `key`. */
  messageId: string;
  me: Colleague;
  others: readonly Colleague[];
  /** Query string of the list, for the back link on a phone, where a message fills the screen. */
  backTo: string;
}

/** A message: its sender, its text and answers, and the input for the next answer. */
export function ThreadPanel({ messageId, me, others, backTo }: ThreadPanelProps) {
  const { thread, failure, reload, change } = useThread(messageId);
  return (
    <div className="pt-3 pb-10 lg:pt-5">
      <Link
        to={{ search: backTo }}
        className="mb-2 inline-flex min-h-11 items-center gap-1 font-semibold text-14 text-gold-ink hover:underline lg:hidden"
      >
        <ChevronLeft aria-hidden size={18} />
        Inbox
      </Link>
      {!thread && failure === null && <LoadingLine label="Loading the message..." className="mt-8" />}
      {!thread && failure !== null && (
        <FailedState title="We couldn’t load the message" text={messageOf(failure)} onRetry={reload} />
      )}
      {thread && (
        <article aria-labelledby="thread-subject">
          <Head thread={thread} me={me} others={others} change={change} />
          <Sender thread={thread} />
          <Fit thread={thread} />
          <Entries thread={thread} />
          <ReplyBox thread={thread} me={me} change={change} />
        </article>
      )}
    </div>
  );
}

interface HeadProps {
  thread: Thread;
  me: Colleague;
  others: readonly Colleague[];
  change: ChangeThread;
}

function Head({ thread, me, others, change }: HeadProps) {
  const now = useNow();
  const { id: messageId, kind, subject, receivedAt, state, assignee } = thread;
  // If pressed again before the reply, the message may already be in that state.
  const assign = (assigneeId: string | null) =>
    change(
      async (seen) =>
        (seen.assignee?.id ?? null) === assigneeId
          ? seen
          : call(changeThread, { messageId, version: seen.version, assigneeId }),
      { assignee: [me, ...others].find(({ id }) => id === assigneeId) ?? null },
    );
  const move = (next: InboxState) =>
    change(
      async (seen) =>
        seen.state === next ? seen : call(changeThread, { messageId, version: seen.version, state: next }),
      { state: next },
    );
  const at = new Date(receivedAt);
  const day = formatDay(at, now) === formatDay(now, now) ? 'Today' : formatDay(at, now);
  return (
    <header className="border-line border-b pb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-14 text-ink-2">
          <span className="mr-3 font-medium text-gold-ink">{KIND_NAMES[kind]}</span> {day},{' '}
          {formatTimeWithZone(at)}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <AssigneeSelect
            assignee={assignee}
            me={me}
            others={others}
            onChange={(assigneeId) => void assign(assigneeId)}
          />
          <SegmentedControl
            label="State"
            className={OPS_SWITCH}
            options={inboxStateSchema.options.map((value) => ({ value, label: STATE_NAMES[value] }))}
            value={state}
            onChange={(next) => void move(next)}
          />
        </div>
      </div>
      <h2 id="thread-subject" className="display mt-3 text-28 wrap-anywhere">
        {subject}
      </h2>
    </header>
  );
}

function Sender({ thread: { from, email, phone, route, fields } }: { thread: Thread }) {
  return (
    <div className="grid gap-x-10 gap-y-4 border-line border-b py-4 sm:grid-cols-2">
      {route && <RoutePlaces pickupLocation={route.from} dropoffLocation={route.to} />}
      {fields.length > 0 && (
        <dl className="grid content-start gap-1 text-14">
          {fields.map(({ label, value }) => (
            <div key={label} className="flex gap-3">
              <dt className="w-20 shrink-0 text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="min-w-0 text-14 text-ink-2">
        <p className="font-medium text-16 text-ink wrap-anywhere">{from}</p>
        {from !== email && <p className="wrap-anywhere">{email}</p>}
        {phone && (
          <a href={telHref(phone)} className="inline-flex min-h-11 items-center hover:underline lg:min-h-0">
            {phone}
          </a>
        )}
      </div>
    </div>
  );
}

/** The rated ride, or the one in which a lost item may have been left. */
function Fit({ thread: { ride, kind } }: { thread: Thread }) {
  const now = useNow();
  if (kind !== 'lost-item' && kind !== 'rating') return null;
  if (!ride) {
    return (
      <p className="border-line border-b py-3 text-14 text-ink-2">
        No ride with this email was driven that day.
      </p>
    );
  }
  const vehicle = findVehicle(ride.rideType);
  const pickup = ride.pickupAt === null ? null : new Date(ride.pickupAt);
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1 border-line border-b pt-3 text-14">
      <span className="pb-2 text-ink-2">{kind === 'rating' ? 'The ride' : 'The ride it fits'}</span>
      {vehicle && (
        <span aria-hidden>
          <VehicleDrawing vehicleId={vehicle.id} paint={vehicle.paints[0] ?? 'black'} scale={12} />
        </span>
      )}
      <span className="pb-2 font-semibold">{pickup ? formatDayTime(pickup, now) : 'Time unknown'}</span>
      <span className="pb-2">{ride.driverName ?? 'No driver'}</span>
      <span className="pb-2 text-ink-2 wrap-anywhere">
        {ride.from.split(',')[0]} to {ride.to.split(',')[0]}
      </span>
    </div>
  );
}

function Entries({ thread: { from, words, receivedAt, entries } }: { thread: Thread }) {
  const now = useNow();
  return (
    <ol aria-label="Messages" className="grid gap-6 py-5">
      <Entry name={from} when={whenOf(receivedAt, now)} text={words ?? 'Left no comment.'} />
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          name={entry.by}
          when={`${whenOf(entry.at, now)}${AFTER[entry.mail ?? 'note']}`}
          isFailed={entry.mail === 'refused'}
          isNote={entry.kind === 'note'}
          text={entry.text}
        />
      ))}
    </ol>
  );
}

/** Delivery state of an entry, shown after its time. */
const AFTER: Record<NonNullable<ThreadEntry['mail']> | 'note', string> = {
  waiting: ', on its way',
  sent: ', emailed',
  refused: ', refused by the mail server: the address does not work',
  note: ', seen by us alone',
};

function whenOf(instant: string, now: Date): string {
  const at = new Date(instant);
  const day = formatDay(at, now);
  return day === formatDay(now, now) ? formatTime(at) : `${day}, ${formatTime(at)}`;
}

interface EntryProps {
  name: string;
  when: string;
  text: string;
  isNote?: boolean;
  isFailed?: boolean;
}

const Entry = ({ name, when, text, isNote = false, isFailed = false }: EntryProps) => (
  <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3">
    <Initials name={name} size={32} />
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-1.5 text-14">
        <b className="font-semibold text-16 wrap-anywhere">{name}</b>
        <span className={isFailed ? 'text-danger' : 'text-ink-2'}>{when}</span>
        {isNote && <Lock aria-hidden size={14} className="text-ink-2" />}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    </div>
  </li>
);
