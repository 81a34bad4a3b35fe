import { changeCapacity, readCapacity } from '#common/capacity/capacity-api.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

const load = (signal: AbortSignal) => call(readCapacity, {}, { signal });

const LABEL = 'Limit bookings to the vehicles on the road';

/**
 * The setting that limits bookings of each kind of vehicle to the vehicles available. Admins can change it;
 * dispatchers can only see it.
 */
export function CapacitySwitch({ isAdmin }: { isAdmin: boolean }) {
  const { state, reload, change } = useLoaded(load);

  const { run } = useInFlight(async (isEnforced: boolean) => {
    try {
      const setting = await call(changeCapacity, { isEnforced });
      change(() => setting);
      announce(setting.isEnforced ? 'Bookings are limited.' : 'Bookings are no longer limited.');
    } catch (error) {
      toastFailure('Not changed', error);
      void reload();
    }
  });

  if (state.phase === 'loading') return <div className="min-h-18" />;
  if (state.phase === 'failed') {
    return (
      <p role="alert" className="flex min-h-18 flex-wrap items-center gap-x-3 text-14 text-ink-2">
        We couldn't load the booking limit.
        <button type="button" className="min-h-11 font-semibold text-gold-ink" onClick={reload}>
          Try again
        </button>
      </p>
    );
  }
  const { isEnforced } = state.value;
  return (
    <section aria-label="Booking limit" className="min-h-18 pb-2">
      {isAdmin ? (
        <Switch isOn={isEnforced} onChange={(isOn) => void run(isOn)} className="font-medium">
          {LABEL}
        </Switch>
      ) : (
        <p className="flex min-h-11 items-center gap-2 font-medium text-14">
          {LABEL}: {isEnforced ? 'on' : 'off'}
        </p>
      )}
      <p className="max-w-[44em] text-14 text-ink-2">
        {isEnforced
          ? 'When every vehicle of a kind is taken, the booking form offers the nearest free times and larger vehicles instead.'
          : 'Any number of rides can be booked at the same time, whether or not a vehicle is free for them.'}
      </p>
    </section>
  );
}
