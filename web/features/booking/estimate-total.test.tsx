// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EstimateTotal } from './estimate-total.tsx';
import { buildGiftCard } from './testing/build-codes.ts';

/** Returns the amount next to a label of the total. */
const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test('a waived remainder has its own line, after a gift card and after a promo code', () => {
  const giftCard = buildGiftCard({ currentBalance: 233.28 });
  const fare = { fareCents: 23_358, giftCardCents: 23_328, totalCents: 0 };
  const { rerender } = render(<EstimateTotal fare={fare} giftCard={giftCard} />);
  expect(amountOf('Gift card')).toBe('−$233.28');
  expect(amountOf('Waived, under 50 cents')).toBe('−$0.30');
  expect(amountOf('To pay')).toBe('$0.00');

  rerender(<EstimateTotal fare={{ fareCents: 40, giftCardCents: 0, totalCents: 0 }} giftCard={null} />);
  expect(amountOf('Fare Estimate')).toBe('$0.40');
  expect(amountOf('Waived, under 50 cents')).toBe('−$0.40');
  expect(screen.queryByText('Gift card')).toBeNull();
});
