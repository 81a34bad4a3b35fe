import { useEffect, useRef, useState } from 'react';
import type { Alternatives } from '#common/errors.ts';
import { fareLines } from '#common/fares/quote-fare.ts';
import { formatCents } from '#common/money.ts';
import { type BookByPhone as Booking, bookByPhone } from '#common/rides/by-staff-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatTime, toInstant } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { usePricing } from '#web/lib/use-pricing.ts';
import { FormPanel, FormSection } from '../../form-panel.tsx';
import { sendOnce } from '../../send-once.ts';
import { useStaffForm } from '../../use-staff-form.ts';
import { receiveReply } from '../dispatch-actions.ts';
import { MoneyList, MoneyTotal } from '../money-list.tsx';
import {
  bookingOf,
  changePhoneDraft,
  emptyPhoneDraft,
  type PhoneDraft,
  phoneDraftProblems,
  phoneFare,
} from './phone-draft.ts';
import { PhoneFields } from './phone-fields.tsx';

interface BookByPhoneProps {
  onClose: () => void;
  /** Called with the booked ride. */
  onBooked: (ride: StaffRide) => void;
}

/** Form to book a ride for a caller, beside the board. */
export function BookByPhone({ onClose, onBooked }: BookByPhoneProps) {
  const [draft, setDraft] = useState(() => emptyPhoneDraft(serverNow()));
  const [full, setFull] = useState<Alternatives | null>(null);
  const pricing = usePricing();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const edit = (change: Partial<PhoneDraft>) => {
    setFull(null);
    setDraft((before) => changePhoneDraft(before, change));
  };

  const priced = phoneFare(draft, pricing);

  const form = useStaffForm({
    check: () => phoneDraftProblems(draft, serverNow()),
    fieldOf: { EMAIL_TAKEN: 'customerEmail', EMAIL_NOT_CONFIRMED: 'customerEmail' },
    save: async () => {
      const booking = bookingOf(draft, pricing.rates.id);
      try {
        // The key omits the rates version: a retry after the rates changed is the same attempt, whose ride
        // may exist.
        const ride = await sendOnce(bookingOf(draft), (idempotencyKey) =>
          call(bookByPhone, booking, { idempotencyKey }),
        );
        receiveReply(ride);
        const isAsShown = ride.fare.fareCents === priced?.fare.fareCents;
        toast.success(
          `${ride.customerName} is booked`,
          [!isAsShown && formatOtherFare(ride), formatPayment(booking)].filter(Boolean).join(' '),
        );
        // By the browser's Back, the form may have been left before the reply.
        if (isOpen.current) onBooked(ride);
      } catch (error) {
        if (error instanceof ApiError) setFull(error.alternatives);
        throw error;
      }
    },
  });

  return (
    <FormPanel title="Book by phone" form={form} submitLabel="Book" onClose={onClose}>
      <PhoneFields
        draft={draft}
        problems={form.problems}
        surgeCalendar={pricing.surgeCalendar}
        onEdit={edit}
        onFilledIn={form.forgetProblems}
      />
      {full && <InsteadOf draft={draft} alternatives={full} onEdit={edit} />}
      <FormSection title="Fare">
        {priced ? (
          <div>
            <MoneyList
              className="mb-3"
              rows={fareLines(priced.fare, {
                ...bookingOf(draft),
                hours: bookingOf(draft).hours ?? null,
                surgePricing: priced.surgePricing,
              })}
            />
            <MoneyTotal label="Fare" cents={priced.fare.fareCents} />
          </div>
        ) : (
          <p className="text-14 text-ink-2">Enter pickup and drop-off to see the fare.</p>
        )}
        <SegmentedControl
          label="Payment"
          look="strip"
          options={PAYMENTS}
          value={draft.payment}
          onChange={(payment) => edit({ payment })}
        />
        <p className="-mt-1 text-14 text-ink-2">
          {draft.payment === 'link'
            ? 'A payment link is emailed. Drivers see the ride once it is paid.'
            : 'Drivers see the ride at once. The fare is billed later, separately.'}
        </p>
      </FormSection>
    </FormPanel>
  );
}

const PAYMENTS = [
  { value: 'link', label: 'Payment link by email' },
  { value: 'account', label: 'On account' },
] as const;

const formatPayment = ({ payment, customerEmail }: Booking): string =>
  payment === 'link'
    ? `A payment link is on its way to ${customerEmail}.`
    : 'On account; drivers see it now.';

/**
 * Shown when an earlier attempt created the ride at former rates: the caller may have been quoted another
 * fare since.
 */
const formatOtherFare = ({ fare }: StaffRide): string =>
  `The fare is ${formatCents(fare.fareCents)}, not the one last shown.`;

interface InsteadOfProps {
  draft: PhoneDraft;
  alternatives: Alternatives;
  onEdit: (change: Partial<PhoneDraft>) => void;
}

/** Alternatives to a kind of vehicle that is taken at the requested time. */
function InsteadOf({ draft, alternatives, onEdit }: InsteadOfProps) {
  const choices = [
    ...alternatives.times.map((time) => ({
      text: formatLocalTime(draft.scheduledDate, time),
      change: { scheduledTime: time },
    })),
    ...alternatives.rideTypes
      .flatMap((id) => findVehicle(id) ?? [])
      .map(({ id, name, capacity }) => ({ text: `${name}, seats ${capacity}`, change: { rideType: id } })),
  ];
  const name = findVehicle(draft.rideType)?.name ?? 'vehicle';
  return (
    <section aria-label="What is available" className="rounded-card border border-warn p-4">
      <p className="font-medium">
        Every {name} is taken at {formatLocalTime(draft.scheduledDate, draft.scheduledTime)}
      </p>
      {choices.length === 0 ? (
        <p className="mt-1 text-14 text-ink-2">Nothing of its size is free near that time.</p>
      ) : (
        <ul className="mt-3 flex flex-wrap gap-2">
          {choices.map(({ text, change }) => (
            <li key={text}>
              <Button variant="outline" onClick={() => onEdit(change)}>
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function formatLocalTime(date: string, time: string): string {
  const at = toInstant(date, time);
  return at ? formatTime(at) : time;
}
