import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { CodeFields } from './code-fields.tsx';

const render = (overrides: Parameters<typeof buildDraft>[0] = {}, errors = {}) =>
  renderToStaticMarkup(
    <CodeFields draft={buildDraft(overrides)} errors={errors} surgeCalendar={[]} riderId={null} />,
  );

test('the section is closed until it is wanted', () => {
  const page = render();
  expect(page).toContain('Have a promo code or gift card?');
  expect(page).not.toMatch(/<details[^>]* open/);
  expect(page).not.toContain('Remove');
});

test('an applied code is locked with its Apply, and can be removed', () => {
  const page = render({ promoCode: 'WELCOME25', promo: buildPromo() });
  expect(page).toMatch(/aria-label="Apply promo"[^>]*aria-disabled="true"/);
  expect(page).toMatch(/<input[^>]*readOnly=""[^>]*name="promoCode" value="WELCOME25"/);
  expect(page).toContain('You save $25.00');
  expect(page).toContain('aria-label="Remove promo"');
  expect(page).not.toContain('aria-label="Remove gift card"');
});

test('of an applied gift card its balance is shown', () => {
  const page = render({ giftCardCode: '•••• 91TD', giftCard: buildGiftCard() });
  expect(page).toContain('Balance: $250.00');
});

test('a code the ride was refused for is marked, with the reason', () => {
  const page = render({ giftCardCode: '•••• 91TD' }, { giftCardCode: 'This gift card is not valid' });
  expect(page).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="giftCardCode"/);
  expect(page).toContain('This gift card is not valid');
});
