import { useEffect, useRef } from 'react';
import { announce } from '#web/lib/announce.ts';
import { useAlertSettings } from './alert-settings.ts';
import type { PostedOffer } from './offer-board.ts';
import { offerChange } from './offer-news.ts';
import { ring } from './ring.ts';

/** Rings for offers that arrive, if that is wanted, and tells screen readers of them. */
export function useOfferAlerts(posted: readonly PostedOffer[]): void {
  const told = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const arrived = posted.filter(({ offer, isNew }) => isNew && !told.current.has(offer.id));
    told.current = new Set(posted.map(({ offer }) => offer.id));
    const news = offerChange(arrived.map(({ offer }) => offer));
    if (!news) return;
    announce(news);
    if (useAlertSettings.getState().rings) ring();
  }, [posted]);
}
