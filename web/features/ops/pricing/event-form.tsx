import { SURGE_MULTIPLIER } from '#common/fares/surge.ts';
import {
  type EventTier,
  type NewSurgeEvent,
  newSurgeEventSchema,
  type SurgeCalendar,
  type SurgeEvent,
} from '#common/fares/surge-days-api.ts';
import { formatCents } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useRates } from '#web/lib/use-pricing.ts';
import { EXAMPLE_HOURS, exampleFareCents } from '../example-fare.ts';
import { type EditRefusal, useSaveOrEnd } from '../refuse-edit.ts';
import { useMergedDraft } from '../use-merged-draft.ts';
import { keptFares, sharedDays, times } from './format-event.ts';
import { multiplierOf, tierOn } from './surge-month.ts';

const TIERS: readonly { value: EventTier; label: string }[] = [
  { value: 'special-event', label: `Special event ${times(multiplierOf({ tier: 'special-event' }))}` },
  { value: 'fight-night', label: `Fight night ${times(multiplierOf({ tier: 'fight-night' }))}` },
];

/** Names of the fields, for edits that are dropped. */
const NAMES = { name: 'name', tier: 'rate', firstDay: 'first day', lastDay: 'last day' };

interface EventFormProps {
  /** The event to edit; null for a new one on `day`. */
  event: SurgeEvent | null;
  day: string;
  today: string;
  /** The surrounding days, used for the sentence below the fields. */
  calendar: SurgeCalendar;
  /** Saves the event on top of the stored version, if any. Resolves to what the form shows, or to null. */
  onSave: (event: NewSurgeEvent, stored: SurgeEvent | null) => Promise<EditRefusal<SurgeEvent> | null>;
  onEnd: (event: SurgeEvent) => Promise<EditRefusal<SurgeEvent> | null>;
  onCancel: () => void;
}

/** Form to add, change or end an event. Use a `key` per event or day. */
export function EventForm({ event: opened, day, today, calendar, onSave, onEnd, onCancel }: EventFormProps) {
  const {
    stored: event,
    draft,
    setDraft,
    merge,
  } = useMergedDraft(opened, {
    draftOf: (stored: SurgeEvent | null): NewSurgeEvent =>
      stored ?? { name: '', tier: 'special-event', firstDay: day, lastDay: day },
    names: NAMES,
  });
  const edit = (patch: Partial<NewSurgeEvent>) => setDraft((now) => ({ ...now, ...patch }));
  const hasBegun = event !== null && event.firstDay < today;
  const { form, errors, failure, saving, ending, handleSubmit } = useSaveOrEnd({
    stored: event,
    schema: newSurgeEventSchema,
    typed: draft,
    merge,
    onSave,
    onEnd,
  });

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5" aria-labelledby="event-form">
      <h2 id="event-form" className="display text-28">
        {event ? 'Change the event' : 'Add an event'}
      </h2>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={60}
            value={draft.name}
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-1">
        <Field label="First day" error={errors.firstDay} hint={hasBegun ? 'Has started.' : null}>
          {(control) => (
            <DateInput
              {...control}
              min={today}
              disabled={hasBegun}
              value={draft.firstDay}
              onChange={({ target: { value } }) =>
                edit({ firstDay: value, ...(draft.lastDay < value && { lastDay: value }) })
              }
            />
          )}
        </Field>
        <Field label="Last day" error={errors.lastDay}>
          {(control) => (
            <DateInput
              {...control}
              min={draft.firstDay > today ? draft.firstDay : today}
              value={draft.lastDay}
              onChange={({ target }) => edit({ lastDay: target.value })}
            />
          )}
        </Field>
      </div>
      {!hasBegun && (
        <div className="grid gap-1.5">
          <p aria-hidden className="text-14 font-medium">
            Rate
          </p>
          <SegmentedControl
            label="Rate"
            look="strip"
            options={TIERS}
            value={draft.tier}
            onChange={(tier) => edit({ tier })}
          />
          {errors.tier && <p className="text-14 text-danger">{errors.tier}</p>}
        </div>
      )}
      <Effect draft={draft} event={event} calendar={calendar} />
      <p role="alert" className="text-14 text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        {event && (
          <Button
            variant="outline"
            className="mr-auto border-danger! text-danger!"
            isPending={ending.isPending}
            isUnavailable={saving.isPending || (hasBegun && event.lastDay === today)}
            pendingLabel="Ending..."
            onClick={ending.run}
          >
            {hasBegun ? 'End it today' : 'Remove it'}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isPending={saving.isPending} pendingLabel="Saving...">
          {event ? 'Save' : 'Add event'}
        </Button>
      </div>
    </form>
  );
}

interface EffectProps {
  draft: NewSurgeEvent;
  event: SurgeEvent | null;
  calendar: SurgeCalendar;
}

/**
 * The event's effect in sentences, updated while typing. The example is a ride on its first day, which may
 * have a higher rate already.
 */
function Effect({ draft, event, calendar }: EffectProps) {
  const rates = useRates();
  const others = calendar.events.filter(({ id }) => id !== event?.id);
  const { firstDay, lastDay } = draft;
  const before = tierOn(firstDay, others);
  const after = tierOn(firstDay, [...others, draft]);
  const isSame = SURGE_MULTIPLIER[before] === SURGE_MULTIPLIER[after];
  return (
    <p aria-live="polite" className="text-14 text-ink-2">
      {isSame ? (
        `Already ${times(SURGE_MULTIPLIER[before])} on ${firstDay === lastDay ? 'this day; nothing changes' : 'the first day; nothing changes on it'}.`
      ) : (
        <>
          A Lux Sedan for {EXAMPLE_HOURS} hours goes from{' '}
          <b className="figures text-ink">{formatCents(exampleFareCents(rates, before))}</b> to{' '}
          <b className="figures text-ink">{formatCents(exampleFareCents(rates, after))}</b>.
        </>
      )}{' '}
      {[keptFares(draft, calendar), sharedDays(draft, others)].filter(Boolean).join(' ')}
    </p>
  );
}
