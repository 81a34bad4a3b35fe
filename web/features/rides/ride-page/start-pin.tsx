import { EARLY_START_MS } from '#common/rides/overlap.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';

/** Whether the driver may ask for the PIN: the rider wants it, or the driver comes so early that the ride would begin early. */
function isPinAsked(ride: RiderRide, now: Date): boolean {
  if (ride.wantsPin) return true;
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  const isComing = ride.enRouteAt !== null || ride.arrivedAt !== null;
  return isComing && pickup !== null && pickup.getTime() - now.getTime() > EARLY_START_MS;
}

/** The four digits that a rider tells the driver; nothing where nobody asks for them. */
export function StartPin({ ride, now }: { ride: RiderRide; now: Date }) {
  const { startPin: pin } = ride;
  if (pin === null || !isPinAsked(ride, now)) return null;
  return (
    <section
      aria-label="Start PIN"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <div className="leading-snug">
        <p className="font-medium">Start PIN</p>
        <p className="text-14 text-ink-2">
          Tell {ride.driver?.firstName ?? 'your driver'} once you are inside.
        </p>
      </div>
      <p className="flex gap-2">
        <span className="sr-only">{[...pin].join(' ')}</span>
        {[0, 1, 2, 3].map((index) => (
          <span
            key={index}
            aria-hidden
            className="figures grid h-12 w-10 place-items-center rounded-field bg-sunken text-22"
          >
            {pin[index]}
          </span>
        ))}
      </p>
    </section>
  );
}
