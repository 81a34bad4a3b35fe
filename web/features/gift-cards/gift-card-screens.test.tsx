// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { BalanceCheck } from './balance-check.tsx';
import { CardStatement } from './card-statement.tsx';
import { CustomAmountForm } from './gift-card-dialog.tsx';
import { GiftCardShop } from './gift-card-shop.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { PurchaseReturn } from './purchase-return.tsx';
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

const showPurchase = (overrides: Partial<Purchase> = {}) =>
  render(<PurchaseForm amount={1000} purchase={buildPurchase(overrides)} onCancel={() => {}} />);

test('the shop offers five gift cards, each with its own button, and a custom amount', () => {
  render(<GiftCardShop />);
  for (const amount of ['$50', '$100', '$250', '$500', '$1,000']) {
    expect(screen.getByRole('button', { name: `Select the ${amount} card` })).toBeVisible();
  }
  expect(screen.getByText('Any whole dollar from $25 to $5,000')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Choose/ })).toBeVisible();
});

test('the purchase form requires an email, and takes a name and a message of at most 200 characters', () => {
  showPurchase();
  const email = screen.getByRole('textbox', { name: 'Recipient email' });
  expect(email).toBeRequired();
  expect(email).toHaveAttribute('name', 'recipientEmail');
  expect(screen.getAllByText('Optional')).toHaveLength(2);
  expect(screen.getByRole('textbox', { name: 'Personal message' })).toHaveAttribute('maxlength', '200');
  expect(screen.getByText('5 / 200')).toBeVisible();
  expect(screen.getByText('To Jordan Lee')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Purchase Gift Card' })).toBeEnabled();
});

test('while a purchase is pending, its fields are read-only and its buttons are disabled', () => {
  showPurchase({ isPending: true });
  for (const name of ['Cancel', 'Processing...']) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  const fields = screen.getAllByRole('textbox');
  expect(fields).toHaveLength(3);
  for (const field of fields) expect(field).toHaveAttribute('readonly');
});

test('an invalid field of the purchase form is explained beside it', () => {
  showPurchase({
    errorOf: (field) => (field === 'recipientEmail' ? 'Please enter a valid email address' : undefined),
  });
  const email = screen.getByRole('textbox', { name: 'Recipient email' });
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  expect(screen.getByRole('textbox', { name: 'Recipient name' })).toBeValid();
});

test('the field for a custom amount states its limits', () => {
  render(<CustomAmountForm onAmount={() => {}} onCancel={() => {}} />);
  const amount = screen.getByRole('textbox', { name: 'Amount' });
  expect(amount).toHaveAccessibleDescription('$25 to $5,000, whole dollars.');
  expect(amount).toHaveAttribute('inputmode', 'numeric');
});

test('the balance check starts with an empty code and no statement', () => {
  render(<BalanceCheck />);
  expect(screen.getByRole('textbox', { name: 'Gift card code' })).toHaveValue('');
  expect(screen.queryByRole('table')).toBeNull();
});

test('a gift card statement shows the balance, the holds with their expiry, and the movements', () => {
  render(<CardStatement statement={buildStatement()} />);
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  const amounts = screen.getAllByRole('definition').map((amount) => amount.textContent);
  expect(terms[0]).toBe('Balance, card ending 91TD');
  expect(amounts[0]).toBe('$40.18');
  expect(terms[1]).toContain('4:38 PM PST');

  const movements = within(screen.getByRole('table', { name: 'What this card was used for' }));
  expect(movements.getByRole('row', { name: /^Ride to Bellagio .*−\$159\.82$/ })).toBeVisible();
  expect(movements.getByRole('row', { name: /^Gift card bought .*\$250\.00$/ })).toBeVisible();
});

test('a purchase under review says that no card was sent, and how to ask about it', async () => {
  const purchase = {
    state: 'flagged',
    reference: 'f'.repeat(24),
    amount: 250,
    recipientEmail: 'jordan@example.com',
  };
  await answerApi({ 'GET /api/gift-cards/purchase/cs_1': [200, { ...purchase, recipientName: null }] });
  render(
    <MemoryRouter>
      <PurchaseReturn sessionId="cs_1" />
    </MemoryRouter>,
  );

  expect(await screen.findByRole('heading', { name: 'We are checking your payment' })).toBeVisible();
  expect(screen.getByText(/no card has been sent.*f{24}/i)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to us' })).toBeVisible();
});
