import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { noShowFrom, waitingSince } from '#common/rides/cancellation.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime, toInstant } from '#common/time.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { LONGEST_TIMER_MS } from '../api/use-contact-windows.ts';

/** A driver's wait at the pickup: since when it counts, and from when they may report a no-show. */
export interface Wait {
  since: Date;
  noShowFrom: Date;
}

/** Returns the wait of a driver who has arrived; null before, and once the ride has started. */
export function waitOf({ status, arrivedAt, scheduledDate, scheduledTime }: DriverRide): Wait | null {
  const pickup = toInstant(scheduledDate, scheduledTime);
  if (status !== 'accepted' || !pickup) return null;
  const ride = { arrivedAt, scheduledAt: pickup.toISOString() };
  const [since, until] = [waitingSince(ride), noShowFrom(ride)];
  return since && until && { since, noShowFrom: until };
}

/** Whether an instant has passed by the server's clock. Re-renders when it does. */
export function useHasPassed(at: Date | null): boolean {
  const atMs = at?.getTime() ?? null;
  const read = () => atMs !== null && serverNow().getTime() >= atMs;
  const [, renew] = useState(0);
  const hasCome = read();

  useEffect(() => {
    if (atMs === null || hasCome) return;
    const waitMs = Math.min(atMs - serverNow().getTime(), LONGEST_TIMER_MS);
    const timer = setTimeout(() => renew((count) => count + 1), Math.max(waitMs, 0));
    return () => clearTimeout(timer);
  });
  return hasCome;
}

const SECOND_MS = 1_000;

/** Returns the time by the server's clock, updated every second. */
export function useSeconds(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Formats milliseconds as `8:42`. */
export const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.floor(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
};

/**
 * The waiting time by the server's clock, from arrival or pickup time, whichever is later. Screen readers do
 * not read each second, but announce once that the free minutes are over.
 */
export function WaitingClock({ wait, name }: { wait: Wait; name: string }) {
  const now = useSeconds();
  const isOver = useHasPassed(wait.noShowFrom);

  useEffect(() => {
    if (isOver) announce(`The free minutes are over. You can note that ${name} didn't come.`);
  }, [isOver, name]);

  const waitedMs = now.getTime() - wait.since.getTime();
  if (waitedMs < 0) {
    return <p className={BOX}>Free minutes begin at {formatTime(wait.since)}</p>;
  }
  const freeMs = wait.noShowFrom.getTime() - wait.since.getTime();
  return (
    <div className={clsx(BOX, isOver && 'border-warn! text-warn')}>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p role="timer" aria-label="Waiting time" className="figures text-56 leading-none sm:text-72">
          {minutesAndSeconds(waitedMs)}
        </p>
        <p className="text-right text-14">
          <span className="figures block font-medium">
            {isOver ? `${minutesAndSeconds(waitedMs - freeMs)} over` : `of ${minutesAndSeconds(freeMs)} free`}
          </span>
          <span className="block text-ink-2">from {formatTime(wait.since)}</span>
        </p>
      </div>
      <span aria-hidden className="relative mt-4 block">
        <span className="route-line block text-line!" />
        <span
          className={clsx('route-line absolute inset-0', isOver && 'text-warn!')}
          style={{ clipPath: `inset(0 ${100 - Math.min(100, (waitedMs / freeMs) * 100)}% 0 0)` }}
        />
      </span>
      <p className="mt-3 text-14 text-ink-2">
        {isOver
          ? `Call before you note that ${name} didn't come.`
          : `No-show can be noted from ${formatTime(wait.noShowFrom)}.`}
      </p>
    </div>
  );
}

const BOX = 'mt-4 rounded-card border border-line bg-bg px-4.5 py-4 sm:max-w-[440px]';
