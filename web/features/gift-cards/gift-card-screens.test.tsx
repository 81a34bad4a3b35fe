import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BalanceCheck } from './balance-check.tsx';
import { CardStatement } from './card-statement.tsx';
import { CustomAmountForm } from './gift-card-dialog.tsx';
import { GiftCardShop } from './gift-card-shop.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { buildStatement } from './testing/build-statement.ts';
import type { Purchase } from './use-purchase.ts';

const buildPurchase = (overrides: Partial<Purchase> = {}): Purchase => ({
  form: { current: null },
  recipient: { recipientEmail: 'jordan@example.com', recipientName: 'Jordan Lee', personalMessage: 'Enjoy' },
  edit: () => {},
  errorOf: () => undefined,
  submit: async () => {},
  isPending: false,
  ...overrides,
});

const renderPurchase = (overrides: Partial<Purchase> = {}) =>
  renderToStaticMarkup(
    <PurchaseForm amount={1000} purchase={buildPurchase(overrides)} onCancel={() => {}} />,
  );

test('five cards are on sale, each selected by a button of its own, and any other amount', () => {
  const page = renderToStaticMarkup(<GiftCardShop />);
  for (const amount of ['$50', '$100', '$250', '$500', '$1,000']) {
    expect(page).toContain(`aria-label="Select the ${amount} card"`);
  }
  expect(page).toContain('Any whole dollar from $25 to $5,000');
});

test('the purchase asks for an email, and takes a name and a message of at most 200 characters', () => {
  const page = renderPurchase();
  expect(page).toMatch(/<input[^>]*required=""[^>]*name="recipientEmail"/);
  expect(page.match(/Optional/g)).toHaveLength(2);
  expect(page).toMatch(/<textarea[^>]*maxLength="200"/);
  expect(page).toContain('5 / 200');
  expect(page).toContain('To Jordan Lee');
  expect(page).toContain('Purchase Gift Card');
});

test('while it is under way nothing can be changed or left', () => {
  const page = renderPurchase({ isPending: true });
  expect(page).toMatch(/aria-disabled="true"[^>]*>Cancel</);
  expect(page).toMatch(/aria-disabled="true"[^>]*>Processing\.\.\.</);
  expect(page.match(/readOnly=""/g)).toHaveLength(3);
});

test('what is wrong stands beside its field', () => {
  const page = renderPurchase({
    errorOf: (field) => (field === 'recipientEmail' ? 'Please enter a valid email address' : undefined),
  });
  expect(page).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="recipientEmail"/);
  expect(page).toContain('Please enter a valid email address');
});

test('a custom amount is asked for with its bounds', () => {
  const page = renderToStaticMarkup(<CustomAmountForm onAmount={() => {}} onCancel={() => {}} />);
  expect(page).toContain('$25 to $5,000, whole dollars.');
  expect(page).toContain('inputMode="numeric"');
});

test('a balance is asked for by its code, and nothing is shown before', () => {
  const page = renderToStaticMarkup(<BalanceCheck />);
  expect(page).toContain('Gift card code');
  expect(page).not.toContain('<table');
});

test('a statement shows balance, holds with their end, and every movement', () => {
  const page = renderToStaticMarkup(<CardStatement statement={buildStatement()} />);
  for (const text of [
    'card ending 91TD',
    '$40.18',
    '4:38 PM PST',
    'Ride to Bellagio',
    '−$159.82',
    '$250.00',
  ]) {
    expect(page).toContain(text);
  }
});
