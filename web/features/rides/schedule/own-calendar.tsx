import { Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { CalendarAddress } from '#common/rides/schedule-api.ts';
import * as api from '#common/rides/schedule-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** The secret address by which a driver's own calendar keeps itself up to date. */
export function OwnCalendar() {
  const load = useCallback((signal: AbortSignal) => call(api.readCalendarAddress, {}, { signal }), []);
  const { state, reload, change } = useLoaded(load);
  const [isAsking, setIsAsking] = useState(false);

  const { run, isPending } = useInFlight(async (write: () => Promise<CalendarAddress>) => {
    try {
      const calendar = await write();
      change(() => calendar);
      setIsAsking(false);
    } catch (error) {
      toastFailure('Not saved', error, 'Please try again.');
    }
  });
  const renew = () => run(() => call(api.renewCalendarAddress));

  return (
    <section aria-labelledby="own-calendar" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="own-calendar" className="display text-28">
        In your own calendar
      </h2>
      <p className="mt-1 text-ink-2">Your rides, kept up to date by themselves.</p>
      {state.phase === 'loading' && <Skeleton className="mt-4 h-24" />}
      {state.phase === 'failed' && (
        <div className="mt-4 grid justify-items-start gap-3">
          <p role="alert">{messageOf(state.error, 'The address could not be read.')}</p>
          <Button variant="outline" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {state.phase === 'loaded' && state.value.url === null && (
        <Button className="mt-4 w-full" isPending={isPending} pendingLabel="Making..." onClick={renew}>
          Make an address
        </Button>
      )}
      {state.phase === 'loaded' && state.value.url !== null && (
        <>
          <Address url={state.value.url} />
          <Switches
            calendar={state.value}
            onChange={(switches) => run(() => call(api.changeCalendar, switches))}
          />
          <p className="text-14 text-ink-2">Whoever has this address can read it.</p>
          {isAsking ? (
            <div className="mt-3 flex flex-wrap items-center gap-3 text-14">
              <p className="w-full">The old address ends at once.</p>
              <Button isPending={isPending} pendingLabel="Making..." onClick={renew}>
                Make it
              </Button>
              <Button variant="outline" onClick={() => setIsAsking(false)}>
                Keep the old one
              </Button>
            </div>
          ) : (
            <button
              type="button"
              className="-mb-2 min-h-11 font-semibold text-14 text-gold-ink hover:underline"
              onClick={() => setIsAsking(true)}
            >
              Make a new address
            </button>
          )}
        </>
      )}
    </section>
  );
}

const LINK = buttonClass({ variant: 'outline', className: 'flex-1' });

function Address({ url }: { url: string }) {
  // Calendar programs take this for a subscription; a download would be a copy that stays as it is.
  const webcal = url.replace(/^https?:/, 'webcal:');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Copied', 'Paste it where your calendar asks for an address.');
    } catch {
      toast.error('Not copied', 'Please mark the address and copy it.');
    }
  };
  return (
    <>
      <div className="mt-4 flex items-center gap-2">
        <input
          readOnly
          aria-label="Address of your calendar"
          value={url}
          className="h-11 min-w-0 flex-1 truncate rounded-field border border-control bg-surface px-4 text-14 dark:bg-sunken"
          onFocus={(event) => event.target.select()}
        />
        <IconButton label="Copy the address" className="border border-control" onClick={copy}>
          <Copy aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="mt-3 flex gap-2">
        <a href={webcal} className={LINK}>
          Apple
        </a>
        <a
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
          target="_blank"
          rel="noreferrer"
          className={LINK}
        >
          Google
        </a>
      </div>
    </>
  );
}

interface SwitchesProps {
  calendar: CalendarAddress;
  onChange: (switches: Pick<CalendarAddress, 'showsPay' | 'showsNames'>) => void;
}

const Switches = ({ calendar: { showsPay, showsNames }, onChange }: SwitchesProps) => (
  <div className="mt-4 grid justify-items-start border-line border-t pt-2">
    <Switch isOn={showsPay} onChange={(isOn) => onChange({ showsPay: isOn, showsNames })}>
      Show what rides pay
    </Switch>
    <Switch isOn={showsNames} onChange={(isOn) => onChange({ showsPay, showsNames: isOn })}>
      Show riders’ names
    </Switch>
  </div>
);
