// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { formatCents } from '#common/money.ts';
import { receiptOf } from '#common/rides/receipt.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import { RideFare, rideMoney } from './ride-fare.tsx';
import { RideReceipt } from './ride-receipt.tsx';

const AT = '2026-11-23T20:00:00.000Z';
const refund = (overrides: Partial<RiderRide['refunds'][number]>): RiderRide['refunds'][number] => ({
  toCardCents: 0,
  toGiftCardCents: 0,
  at: AT,
  isFailed: false,
  ...overrides,
});
const charge = (overrides: Partial<RiderRide['charges'][number]>): RiderRide['charges'][number] => ({
  id: 'c0ffee00c0ffee00c0ffee00',
  kind: 'tip',
  amountCents: 1_013,
  status: 'paid',
  reason: null,
  card: { brand: 'amex', last4: '0005' },
  paidAt: AT,
  ...overrides,
});

/** Returns the lines of a receipt after those of the fare, as text. */
function money(ride: RiderRide): string[] {
  const receipt = receiptOf(ride);
  if (!receipt) return [];
  const { parts, paid, costs, later, total } = receipt;
  return [...parts, paid, ...costs, ...later, total].map(
    ({ label, cents }) => `${label} ${formatCents(cents)}`,
  );
}

const completed = (overrides: Partial<RiderRide> = {}) =>
  buildRiderRide({ status: 'completed', actualFare: '$159.82', ...overrides });

/** The rider page's lines about payments and refunds after the payment of the booking, as text. */
const later = (ride: RiderRide) =>
  rideMoney(ride, new Date(AT)).later.map(({ label, amount }) => `${label} ${amount}`);

test('waiting kept from the refund is a line beside the final fare, and not added to the total', () => {
  const waiting = { minutes: 12, cents: 1_200 };
  const refunds = [refund({ toCardCents: 2_782 })];
  const ride = completed({ actualFare: '$120.00', waiting, refunds });
  expect(money(ride)).toEqual([
    'Paid $159.82',
    'Final fare $120.00',
    'Waiting, 12 minutes $12.00',
    'Back to Visa 4242, Mon 23 Nov 2026 −$27.82',
    'Total $132.00',
  ]);
  const receipt = receiptOf(ride);
  if (!receipt) throw new Error('a completed ride has a receipt');
  render(<RideReceipt ride={ride} receipt={receipt} />);
  render(<ReceiptPaper ride={ride} receipt={receipt} />);
  expect(screen.getAllByText('Waiting, 12 minutes')).toHaveLength(2);
  expect(screen.getAllByText('Final fare')).toHaveLength(2);
});

test('waiting kept in part and paid in part has two lines that name the whole', () => {
  const rest = charge({
    kind: 'waiting',
    amountCents: 2_000,
    reason: 'Waiting, 30 minutes, the rest of $30.00',
  });
  const ride = completed({
    actualFare: '$149.82',
    waiting: { minutes: 30, cents: 3_000 },
    charges: [rest],
  });
  expect(money(ride)).toEqual([
    'Paid $159.82',
    'Final fare $149.82',
    'Waiting, 30 minutes, part of $30.00 $10.00',
    'Waiting, 30 minutes, the rest of $30.00, American Express ending 0005, Mon 23 Nov 2026 $20.00',
    'Total $179.82',
  ]);
  expect(money(completed({ waiting: { minutes: 1, cents: 100 } }))).toEqual([
    'Paid $159.82',
    'Total $159.82',
  ]);
});

test('a refunded charge says when it went back, or that it is on its way, and not at all if nothing was left', () => {
  const refunded = { kind: 'adjustment', reason: 'Cleaning', status: 'refunded' } as const;
  const ride = completed({
    charges: [
      charge({ ...refunded, refundedAt: AT }),
      charge(refunded),
      charge({ ...refunded, givenBackCents: 0, refundedAt: AT }),
    ],
  });
  const paid = 'Cleaning, American Express ending 0005, Mon 23 Nov 2026 $10.13';
  expect(money(ride)).toEqual([
    'Paid $159.82',
    ...[paid, paid, paid],
    'Back to American Express 0005, Mon 23 Nov 2026 −$10.13',
    'Back to American Express 0005, on its way −$10.13',
    'Total $169.95',
  ]);
  expect(later(ride)).toEqual([
    'Cleaning, refunded Mon 23 Nov 2026 $10.13',
    'Cleaning, refund on its way $10.13',
    'Cleaning, American Express 0005, Mon 23 Nov 2026 $10.13',
  ]);
});

test('two equal charges by one card are both listed, with their day', () => {
  const edit = charge({ kind: 'difference', reason: '4 hours' });
  render(
    <RideFare
      ride={buildRiderRide({ charges: [edit, { ...edit, id: 'd'.repeat(24) }] })}
      now={new Date(AT)}
    />,
  );

  expect(screen.getAllByText('Change, American Express 0005, Mon 23 Nov 2026')).toHaveLength(2);
});

test('while the final fare is under review, there is no receipt and the fare says why', () => {
  const fareReview = { proposedCents: 6_000, pendingSince: AT };
  const ride = completed({ actualFare: null, fareReview });
  expect(receiptOf(ride)).toBeNull();
  expect(rideMoney(ride, new Date(AT)).note).toBe(
    'Your driver completed this ride for $60.00, less than half of what it was booked for. Our team is checking that, and will email your receipt with the refund.',
  );
  expect(money(completed({ fareReview: { proposedCents: 6_000 } }))).toEqual([
    'Paid $159.82',
    'Total $159.82',
  ]);
});

test('while long waiting is under review, the fare says so', () => {
  const fareReview = { proposedCents: 15_982, pendingSince: AT };
  const ride = completed({ actualFare: null, fareReview, waiting: { minutes: 40, cents: 4_000 } });
  expect(rideMoney(ride, new Date(AT)).note).toBe(
    'Your driver completed this ride for $159.82 and recorded 40 minutes of waiting. Our team is checking that, and will email your receipt.',
  );
});

test('a receipt lists the payment, later payments, refunds and the total', () => {
  expect(money(completed())).toEqual(['Paid $159.82', 'Total $159.82']);
  expect(money(completed({ charges: [charge({})] }))).toEqual([
    'Paid $159.82',
    'Tip, American Express ending 0005, Mon 23 Nov 2026 $10.13',
    'Total with tip $169.95',
  ]);
  const { fare } = completed();
  const bookedFare = { ...fare, giftCardCents: 5_000, totalCents: 10_982 };
  const refunds = [
    refund({ toCardCents: 1_700 }),
    refund({ toCardCents: 500, toGiftCardCents: 300, at: null }),
  ];
  expect(money(completed({ bookedFare, refunds }))).toEqual([
    'Fare $159.82',
    'Gift card −$50.00',
    'Paid $109.82',
    'Back to Visa 4242, Mon 23 Nov 2026 −$17.00',
    'Back to Visa 4242, on its way −$5.00',
    'Back to your gift card −$3.00',
    'Total $134.82',
  ]);
  expect(
    money(completed({ charges: [charge({ kind: 'adjustment', reason: 'Cleaning', status: 'refunded' })] })),
  ).toEqual([
    'Paid $159.82',
    'Cleaning, American Express ending 0005, Mon 23 Nov 2026 $10.13',
    'Back to American Express 0005, on its way −$10.13',
    'Total $159.82',
  ]);
});

test('an edit paid after the booking has its own line between the booking payment and the total', () => {
  const { fare } = completed();
  const bookedFare = { ...fare, totalCents: 10_000 };
  const extension = charge({ kind: 'extension', amountCents: 5_982 });

  expect(money(completed({ bookedFare, charges: [extension] }))).toEqual([
    'Fare $159.82',
    'Paid $100.00',
    'More time, American Express ending 0005, Mon 23 Nov 2026 $59.82',
    'Total $159.82',
  ]);
});

test('a waived remainder under 50 cents has its own line, so that the receipt adds up', () => {
  const { fare } = completed();
  const covered = { ...fare, giftCardCents: 15_952, totalCents: 0 };
  const ride = completed({ fare: covered, paymentStatus: 'waived' });
  expect(money(ride)).toEqual([
    'Fare $159.82',
    'Gift card −$159.52',
    'Waived, under 50 cents −$0.30',
    'Paid $0.00',
    'Total $159.52',
  ]);
  expect(money(completed({ fare: { ...covered, giftCardCents: 0 }, paymentStatus: 'on_account' }))).toEqual([
    'On account $159.82',
    'Total $159.82',
  ]);
  const bookedFare = { ...fare, fareCents: 15_942, totalCents: 15_942 };
  expect(money(completed({ fare: { ...fare, totalCents: 15_942 }, bookedFare }))).toEqual([
    'Fare $159.82',
    'Waived, under 50 cents −$0.40',
    'Paid $159.42',
    'Total $159.42',
  ]);
});

test('a cancelled ride has a receipt only for a fee, and a ride on account is labelled as such', () => {
  const refunds = [refund({ toCardCents: 15_482 })];
  const cancelled = { status: 'cancelled', cancelledBy: 'no_show', cancellationFee: '$5.00' } as const;
  expect(money(buildRiderRide({ ...cancelled, refunds })).at(-1)).toBe('No-show fee $5.00');
  expect(money(buildRiderRide({ ...cancelled, paymentStatus: 'on_account' }))).toEqual([
    'Fare $159.82',
    'On account $5.00',
    'No-show fee $5.00',
  ]);
  expect(money(completed({ paymentStatus: 'on_account', actualFare: '$120.00' })).slice(0, 2)).toEqual([
    'Fare $159.82',
    'On account $120.00',
  ]);
  expect(receiptOf(buildRiderRide())).toBeNull();
  expect(receiptOf(buildRiderRide({ status: 'cancelled', history: [] }))).toBeNull();
});

test('each refund names the card it went to, including the card of an edit', () => {
  const card = { brand: 'mastercard', last4: '4444' };
  const refunds = [refund({ toCardCents: 1_000 }), refund({ toCardCents: 500, card })];
  const ride = completed({ refunds, refundedAmount: '$15.00' });

  expect(money(ride).slice(1, 3)).toEqual([
    'Back to Visa 4242, Mon 23 Nov 2026 −$10.00',
    'Back to Mastercard 4444, Mon 23 Nov 2026 −$5.00',
  ]);
  expect(rideMoney(ride, new Date(AT)).later).toContainEqual(
    expect.objectContaining({ label: 'Back to the cards that paid' }),
  );
});

test('a failed card refund is shown above the lines of the receipt', () => {
  const ride = completed({ refunds: [refund({ toCardCents: 17_065, isFailed: true, at: null })] });
  const receipt = receiptOf(ride);
  if (!receipt) throw new Error('a completed ride has a receipt');
  render(<RideReceipt ride={ride} receipt={receipt} />);

  expect(screen.getByRole('alert')).toHaveTextContent(
    '$170.65 could not be sent backVisa 4242 did not take it. Our support team writes to you about it.',
  );
  expect(screen.getByText('Back to Visa 4242, not taken')).toBeVisible();
});

test('a failed refund of a charge is shown, and does not change the total', () => {
  const failed = { kind: 'adjustment', reason: 'Cleaning', status: 'refunded', refundedAt: AT } as const;
  const ride = completed({
    charges: [charge({ ...failed, amountCents: 5_000, givenBackCents: 4_000, isFailed: true })],
    refunds: [refund({ toCardCents: 1_000, isFailed: true, at: null })],
  });

  expect(receiptOf(ride)?.failed).toEqual({ cents: 5_000, to: 'the cards that paid' });
  expect(money(ride)).toEqual([
    'Paid $159.82',
    'Cleaning, American Express ending 0005, Mon 23 Nov 2026 $50.00',
    'Back to American Express 0005, not taken −$40.00',
    'Back to Visa 4242, not taken −$10.00',
    'Total $159.82',
  ]);
  expect(rideMoney(ride, new Date(AT)).later).toContainEqual({
    label: 'Cleaning, refund not taken',
    amount: '$50.00',
    isCredit: false,
  });
});

/** Returns the value of a row at the top of the printed receipt. */
const paperRow = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

test('Print receipt prints the receipt alone, with passengers, date, times, stop, vehicle and plate', async () => {
  const driver = { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' };
  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0163' };
  const history = [
    ...completed().history,
    { change: 'in_progress' as const, at: '2026-11-21T02:41:00.000Z', version: 5 },
    { change: 'completed' as const, at: '2026-11-21T03:12:00.000Z', version: 6 },
  ];
  const ride = completed({ driver, passenger, stops: ['Fashion Show Mall'], history });
  const receipt = receiptOf(ride);
  if (!receipt) throw new Error('a completed ride has a receipt');
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  render(<RideReceipt ride={ride} receipt={receipt} />);
  render(<ReceiptPaper ride={ride} receipt={receipt} />);

  await userEvent.click(screen.getByRole('button', { name: 'Print receipt' }));

  expect(print).toHaveBeenCalledOnce();
  const paper = document.querySelector<HTMLElement>('[data-print-alone]');
  if (!paper) throw new Error('there is nothing to print');
  const plate = within(paper).getByText('NV 218-QKD');
  expect(plate).toHaveClass('whitespace-nowrap');
  expect(plate.parentElement).toHaveTextContent('Black Cadillac Escalade, NV 218-QKD');
  expect(paperRow('Date')).toHaveTextContent('Fri 20 Nov 2026');
  expect(paperRow('Ride')).toHaveTextContent('6:41 PM to 7:12 PM PST');
  for (const text of [ride.customerName, 'Jordan Lee', 'Fashion Show Mall']) {
    expect(within(paper).getByText(text)).toBeVisible();
  }
  expect(within(paper).getAllByText('$159.82')[0]).toBeVisible();
});

test('the printed receipt of a ride that did not take place shows its planned date and times', () => {
  const ride = buildRiderRide({ status: 'cancelled', cancelledBy: 'no_show', cancellationFee: '$5.00' });
  const receipt = receiptOf(ride);
  if (!receipt) throw new Error('a ride cancelled for a fee has a receipt');

  render(<ReceiptPaper ride={ride} receipt={receipt} />);

  expect(paperRow('Date')).toHaveTextContent('Fri 20 Nov 2026');
  expect(paperRow('Ride')).toHaveTextContent('6:30 PM to 7:15 PM PST');
  expect(paperRow('Status')).toHaveTextContent('Cancelled');
});
