import { Copy } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { CalendarAddress } from '#common/rides/schedule-api.ts';
import * as api from '#common/rides/schedule-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** The secret URL of the driver's calendar subscription, with its settings. */
export function OwnCalendar() {
  const load = useCallback((signal: AbortSignal) => call(api.readCalendarAddress, {}, { signal }), []);
  const { state, reload, change } = useLoaded(load);
  /** Null until the confirmation was opened once, so that focus returns to the button only after that. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null);

  const { run: renew, isPending } = useInFlight(async () => {
    try {
      const calendar = await call(api.renewCalendarAddress);
      change(() => calendar);
      setIsAsking((was) => was && false);
    } catch (error) {
      toastFailure('Not saved', error, 'Please try again.');
      // Without an answer, the address on screen may have stopped working.
      if (!isClientError(error)) void reload();
    }
  });

  return (
    <section aria-labelledby="own-calendar" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="own-calendar" className="display text-28">
        In your own calendar
      </h2>
      <p className="mt-1 text-ink-2">Your rides, kept up to date by themselves.</p>
      {state.phase === 'loading' && <Skeleton className="mt-4 h-24" />}
      {state.phase === 'failed' && (
        <div className="mt-4 grid justify-items-start gap-3">
          <p role="alert">{messageOf(state.error, 'The address could not be loaded.')}</p>
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
            onChanged={({ showsPay, showsNames }) => change((known) => ({ ...known, showsPay, showsNames }))}
          />
          <p className="text-14 text-ink-2">Whoever has this address can read it.</p>
          {isAsking ? (
            <div className="mt-3 flex flex-wrap items-center gap-3 text-14">
              <p className="w-full">The old address stops working at once.</p>
              <Button isPending={isPending} pendingLabel="Making..." onClick={renew}>
                Make it
              </Button>
              <Button autoFocus variant="outline" onClick={() => setIsAsking(false)}>
                Keep the old one
              </Button>
            </div>
          ) : (
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: replaces the button that had the focus
              autoFocus={isAsking === false}
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
  // Calendar apps treat `webcal:` as a subscription; a download would be a copy that is never updated.
  const webcal = url.replace(/^https?:/, 'webcal:');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Copied', 'Paste it where your calendar asks for an address.');
    } catch {
      toast.error('Not copied', 'Please select the address and copy it.');
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

type Pressed = Partial<Pick<CalendarAddress, 'showsPay' | 'showsNames'>>;

interface SwitchesProps {
  calendar: CalendarAddress;
  onChanged: (calendar: CalendarAddress) => void;
}

/**
 * Settings for the content of calendar entries. Changes are sent one after another, and shown optimistically.
 */
function Switches({ calendar, onChanged }: SwitchesProps) {
  /** The changes in flight, in order. */
  const [ahead, setAhead] = useState<readonly Pressed[]>([]);
  /** Resolves to the settings after the last change, or to those before it if it failed. */
  const underWay = useRef(Promise.resolve(calendar));

  const attempt = async (seen: CalendarAddress, pressed: Pressed): Promise<CalendarAddress> => {
    const { showsPay, showsNames } = seen;
    try {
      const next = await call(api.changeCalendar, { showsPay, showsNames, ...pressed });
      onChanged(next);
      return next;
    } catch (error) {
      toastFailure('Not saved', error, 'Please try again.');
      return seen;
    } finally {
      setAhead((known) => known.filter((each) => each !== pressed));
    }
  };
  const press = (pressed: Pressed) => {
    setAhead((known) => [...known, pressed]);
    underWay.current = underWay.current.then((seen) => attempt(seen, pressed));
  };

  const shown = { ...calendar };
  for (const pressed of ahead) Object.assign(shown, pressed);
  return (
    <div className="mt-4 grid justify-items-start border-line border-t pt-2">
      <Switch isOn={shown.showsPay} onChange={(isOn) => press({ showsPay: isOn })}>
        Show what rides pay
      </Switch>
      <Switch isOn={shown.showsNames} onChange={(isOn) => press({ showsNames: isOn })}>
        Show riders’ names
      </Switch>
    </div>
  );
}
