import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#common/durations.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** The time in Las Vegas by the server's clock, updated at each full minute. Without the day on a phone. */
export function VegasClock() {
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), MINUTE_MS - (now.getTime() % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);

  return (
    <time dateTime={now.toISOString()} title="Las Vegas time" className="figures text-14 whitespace-nowrap">
      <span className="font-normal max-sm:hidden">{formatDay(now, now)}, </span>
      {formatTimeWithZone(now)}
    </time>
  );
}
