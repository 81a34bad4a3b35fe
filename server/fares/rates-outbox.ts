import { CATALOGUE_CHANGED } from '../infra/channels.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type RatesDoc, RatesModel } from './rates-model.ts';

/**
 * Makes open pages refetch the catalogue. A booking with outdated rates is refused anyway, whatever a page
 * shows.
 */
export const ratesOutbox = createNoticeOutbox<RatesDoc>({
  model: RatesModel,
  channel: CATALOGUE_CHANGED,
  compose: () => '',
});
