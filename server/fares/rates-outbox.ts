import { CATALOGUE_CHANGED } from '#common/fares/catalogue-api.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type RatesDoc, RatesModel } from './rates-model.ts';

/** Has open pages read the catalogue again. A booking with rates that count no more is refused whatever a page shows. */
export const ratesOutbox = createNoticeOutbox<RatesDoc>({
  model: RatesModel,
  channel: CATALOGUE_CHANGED,
  compose: () => '',
});
