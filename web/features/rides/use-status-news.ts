import { useEffect, useRef } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { announce } from '#web/lib/announce.ts';
import { statusNews } from './status-news.ts';

/** Tells screen readers when a ride of theirs moves on. */
export function useStatusNews(rides: Readonly<Record<string, RiderRide>>): void {
  const seen = useRef(rides);

  useEffect(() => {
    const news = statusNews(seen.current, rides);
    seen.current = rides;
    if (news.length > 0) announce(news.join('. '));
  }, [rides]);
}
