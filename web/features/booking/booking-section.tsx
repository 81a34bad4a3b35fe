import {
  lazy,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import type { Paint } from '#common/vehicles/catalogue.ts';
import { BOOKING_TYPES } from '#web/components/trip-inputs.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { type Pricing, usePricing } from '#web/lib/use-pricing.ts';
import {
  ContactFields,
  FieldGroup,
  type FieldsProps,
  PassengerFields,
  SpecialRequestsField,
} from './booking-fields.tsx';
import { CodeSection } from './codes/code-section.tsx';
import { withContact, withoutForeignGiftCard } from './draft.ts';
import { editDraft, useDraftStore } from './draft-store.ts';
import { FarePanel, type RenderVehicle } from './fare-panel.tsx';
import { PickupFields } from './pickup-fields.tsx';
import { useReturnTrip } from './return-trip/use-return-trip.ts';
import { RouteFields } from './route-fields.tsx';
import { useRequestRide } from './use-request-ride.ts';
import { useVehicleFromHash, VehicleFields } from './vehicle-fields.tsx';

const FullyBooked = lazy(() =>
  import('./fully-booked.tsx').then((module) => ({ default: module.FullyBooked })),
);

/** The return trip fields. Their space is reserved before their code has loaded. */
function ReturnTrip(props: FieldsProps & { pricing: Pricing }) {
  const ReturnTripFields = useReturnTrip(true)?.ReturnTripFields;
  return (
    <fieldset className="-mt-3 -mb-5 min-h-19 min-w-0 border-line border-t py-4">
      <legend className="sr-only">Return trip</legend>
      {ReturnTripFields && <ReturnTripFields {...props} />}
    </fieldset>
  );
}

/** Runs `act` after the next render, when earlier state changes have taken effect. */
function useAfterRender(act: () => void): () => void {
  const [isOwed, setIsOwed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per trigger, with the latest callback
  useEffect(() => {
    if (!isOwed) return;
    setIsOwed(false);
    act();
  }, [isOwed]);
  return () => setIsOwed(true);
}

const choosePaint = (preferredColor: Paint) => editDraft({ preferredColor });

interface BookingSectionProps {
  /** The signed-in rider; null for a visitor, undefined until the session is known. */
  rider: User | null | undefined;
  /** Shown above the form. */
  notice?: ReactNode;
  onSignInNeeded: () => void;
  onRequested: (requested: RequestedRide) => void;
  renderVehicle: RenderVehicle;
}

/**
 * The booking form and its fare, side by side on wide screens (specification section 2, Booking form layout).
 */
export function BookingSection({
  rider,
  notice,
  onSignInNeeded,
  onRequested,
  renderVehicle,
}: BookingSectionProps) {
  const known = rider ?? null;
  const kept = useDraftStore();
  const draft = useMemo(() => withoutForeignGiftCard(withContact(kept, known), known), [kept, known]);
  const pricing = usePricing();
  const request = useRequestRide({ draft, rider, pricing, onSignInNeeded, onRequested });
  // Deferred, so that the pressed segment is shown first and the fields of the other booking type in the next
  // render.
  const bookingType = useDeferredValue(draft.bookingType);
  const fields = { draft: { ...draft, bookingType }, errors: request.errors, onEdit: editDraft };

  const askAgain = useAfterRender(request.submit);

  useVehicleFromHash();

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    request.submit();
  };

  return (
    <section id="booking" aria-labelledby="booking-title">
      <h2 id="booking-title" className="display text-40 lg:text-56">
        Book a ride
      </h2>
      {notice}
      <form
        ref={request.form}
        noValidate
        onSubmit={handleSubmit}
        onFocus={request.warmUp}
        aria-busy={request.isPending}
        className="mt-7 grid items-start gap-8 [&_input]:scroll-mt-24 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-12 xl:grid-cols-[minmax(0,1fr)_408px] xl:gap-16"
      >
        <div className="grid gap-8">
          <SegmentedControl
            label="Booking type"
            options={BOOKING_TYPES}
            value={draft.bookingType}
            onChange={(bookingType) => editDraft({ bookingType })}
            className="sm:w-72"
          />
          <RouteFields {...fields} riderId={rider?.id ?? null} />
          <FieldGroup title="When and what">
            <PickupFields {...fields} pricing={pricing} />
            <VehicleFields {...fields} />
          </FieldGroup>
          {bookingType === 'point-to-point' && <ReturnTrip {...fields} pricing={pricing} />}
          <PassengerFields {...fields} />
          <FieldGroup title="Contact Information">
            <ContactFields {...fields} />
          </FieldGroup>
          <CodeSection draft={draft} errors={request.errors} pricing={pricing} riderId={rider?.id ?? null} />
          <SpecialRequestsField {...fields} />
        </div>
        <div className="lg:sticky lg:top-24">
          <FarePanel
            draft={draft}
            pricing={pricing}
            isPending={request.isPending}
            onPaint={choosePaint}
            renderVehicle={renderVehicle}
            notice={
              request.fullyBooked && (
                <Suspense>
                  <FullyBooked
                    draft={draft}
                    refused={request.fullyBooked}
                    pricing={pricing}
                    onChosen={askAgain}
                  />
                </Suspense>
              )
            }
          />
        </div>
      </form>
    </section>
  );
}
