import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { dateInVegas } from '#common/time.ts';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { scrollIntoView } from '#web/lib/motion.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePricing } from '#web/lib/use-pricing.ts';
import { EstimateCard } from './estimate-card.tsx';
import { checkInput, EMPTY_INPUT, type EstimatorInput, estimateRide } from './estimate-ride.ts';
import { EstimatorForm } from './estimator-form.tsx';

interface FareEstimatorProps {
  bookingPath: (vehicleId: VehicleId) => string;
  /** Called with the calculated input when the booking link is followed. */
  onBook: (input: EstimatorInput) => void;
}

/** The fare estimator: its form, and the last calculated fare (specification section 2). */
export function FareEstimator({ bookingPath, onBook }: FareEstimatorProps) {
  const isHydrated = useHydrated();
  const pricing = usePricing();
  const [input, setInput] = useState(EMPTY_INPUT);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [calculated, setCalculated] = useState<EstimatorInput | null>(null);
  const form = useFocusFirstInvalid(errors);
  const card = useRef<HTMLElement>(null);
  const today = dateInVegas(useNow());
  const estimate = calculated && estimateRide(calculated, pricing);

  useEffect(() => {
    if (calculated && card.current) scrollIntoView(card.current, 'nearest');
  }, [calculated]);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkInput(input, today);
    setErrors(found);
    const [first] = Object.values(found);
    if (first) return toast.error(first);

    setCalculated(input);
    const totalCents = estimateRide(input, pricing)?.fare.totalCents;
    if (totalCents !== undefined) announce(`Total ${formatCents(totalCents)}`);
  };

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,480fr)_minmax(0,640fr)] lg:gap-20">
      <form ref={form} noValidate onSubmit={handleSubmit} inert={!isHydrated} className="grid gap-5">
        <EstimatorForm
          input={input}
          errors={errors}
          today={today}
          pricing={pricing}
          onEdit={(change) => setInput((known) => ({ ...known, ...change }))}
        />
      </form>
      <section
        ref={card}
        aria-labelledby="estimate-title"
        className="rounded-card border border-line bg-surface p-5 sm:p-10"
      >
        {calculated && estimate ? (
          <EstimateCard
            estimate={estimate}
            surgeCalendar={pricing.surgeCalendar}
            bookingPath={bookingPath(estimate.vehicle.id)}
            onBook={() => onBook(calculated)}
          />
        ) : (
          <>
            <h2 id="estimate-title" className="display text-28">
              Fare breakdown
            </h2>
            <p className="mt-2 text-ink-2">Choose a vehicle and hours, then calculate.</p>
            <RouteLine end="hollow" isFading className="mt-8" />
          </>
        )}
      </section>
    </div>
  );
}
