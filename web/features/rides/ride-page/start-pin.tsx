import { isEarlyStart } from '#common/rides/overlap.ts';
import { isEarlySetOff } from '#common/rides/punctuality.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { hasSetOff } from '#common/rides/ride-states.ts';
import { toInstant } from '#common/time.ts';

/**
 * Explains what the PIN is for. Null when the rider has not requested it and the driver cannot start early:
 * it is too late for that, or long before the pickup and the driver has not set off.
 */
function reasonOf(ride: RiderRide, now: Date): string | null {
  const name = ride.driver?.firstName ?? 'your driver';
  if (ride.wantsPin) return `Tell ${name} once you are inside.`;
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  if (!pickup || !isEarlyStart(pickup, now)) return null;
  if (!hasSetOff(ride)) {
    if (isEarlySetOff(pickup, now)) return null;
    return `If ${name} wants to start early, tell them this PIN once you are inside.`;
  }
  return `${ride.driver?.firstName ?? 'Your driver'} is early. To start now, tell them this PIN once you are inside.`;
}

/**
 * The four-digit PIN that the rider tells the driver. Renders nothing when the driver needs none; the server
 * decides.
 */
export function StartPin({ ride, now }: { ride: RiderRide; now: Date }) {
  const { startPin: pin } = ride;
  const reason = reasonOf(ride, now);
  if (pin === null || reason === null) return null;
  return (
    <section
      aria-label="Start PIN"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <div className="leading-snug">
        <p className="font-medium">Start PIN</p>
        <p className="text-14 text-ink-2">{reason}</p>
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
