import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { OffersShown } from './offers-shown.tsx';
import type { PromoOffers } from './use-promo-offers.ts';

const offer: PromoOffer = {
  title: 'Holidays',
  discount: '10%',
  code: 'HOLIDAY10',
  description: 'Off every ride in December.',
  badge: null,
  validUntil: 'December 31, 2026',
};

const render = (state: PromoOffers) =>
  renderToStaticMarkup(
    <StaticRouter location="/promotions">
      <OffersShown state={state} onRetry={() => {}} />
    </StaticRouter>,
  );

test('an offer is shown with its code and its last day', () => {
  const page = render({ phase: 'loaded', offers: [offer] });
  for (const text of ['10%', 'HOLIDAY10', 'Off every ride in December.', 'Valid until December 31, 2026']) {
    expect(page).toContain(text);
  }
});

test('no offers, offers on the way and offers that did not come are told apart', () => {
  expect(render({ phase: 'loaded', offers: [] })).toContain('No offers right now');
  expect(render({ phase: 'loading' })).toContain('Loading offers...');
  expect(render({ phase: 'failed', message: 'The server did not answer.' })).toContain('Try again');
});
