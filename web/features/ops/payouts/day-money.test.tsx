// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DayReport } from '#common/statements/day-report.ts';
import { dayCsv } from './day-sections.ts';
import { open, setUpPayouts } from './testing/open-payouts.tsx';

setUpPayouts();

const DAY_REPORT: DayReport = {
  day: '2026-11-19',
  booked: {
    count: 3,
    beforePromoCents: 70_074,
    promoCents: 2_000,
    fareCents: 68_074,
    cardCents: 39_716,
    giftCardCents: 28_318,
    onAccountCents: 0,
    waivedCents: 40,
  },
  giftCardsSold: { count: 1, cents: 25_000 },
  furtherCharges: { count: 0, cents: 0 },
  tips: { count: 0, cents: 0 },
  refunds: { count: 1, toCardCents: 7_786, toGiftCardCents: 0 },
  cardNetCents: 56_930,
  driven: {
    completedCount: 1,
    cancelledCount: 1,
    finalFareCents: 15_572,
    feeCents: 1_500,
    taxCents: 330,
    driverShareCents: 10_000,
    tipCents: 2_375,
    keptCents: 4_367,
  },
};

test('a day report shows the totals of bookings, cards and driven rides', async () => {
  await open({ 'GET /api/ops/day-report?day=2026-11-19': [200, DAY_REPORT] }, 'day=2026-11-19');

  expect(await screen.findByRole('region', { name: 'Booked' })).toHaveTextContent(
    'Promo codes−$20.00Fares$680.74',
  );
  expect(screen.getByRole('region', { name: 'Booked' })).toHaveTextContent(
    'on account, at today’s fare$0.00',
  );
  expect(screen.getByRole('region', { name: 'Cards' })).toHaveTextContent('Card total$569.30');
  expect(screen.getByRole('region', { name: 'Driven' })).toHaveTextContent(
    'Final fares and fees kept$170.72',
  );
});

test('refunds of voided gift cards are a line of the day report and of its CSV file', async () => {
  const report = {
    ...DAY_REPORT,
    giftCardsRefunded: { count: 1, cents: 25_000 },
    cardNetCents: DAY_REPORT.cardNetCents - 25_000,
  };
  await open({ 'GET /api/ops/day-report?day=2026-11-19': [200, report] }, 'day=2026-11-19');

  expect(await screen.findByRole('region', { name: 'Cards' })).toHaveTextContent(
    'Refunds to cards−$77.86Gift cards refunded, 1−$250.00Card total$319.30',
  );
  expect(await dayCsv(report)).toContain('2026-11-19,Cards,"Gift cards refunded, 1",,-250.00');
  expect(await dayCsv(DAY_REPORT)).not.toContain('Gift cards refunded');
});

test('a ride under fare review is listed as not included in the sums of the day report', async () => {
  const driven = { ...DAY_REPORT.driven, completedCount: 2, underReview: { count: 1, paidCents: 23_358 } };
  const report = { ...DAY_REPORT, driven };
  await open({ 'GET /api/ops/day-report?day=2026-11-19': [200, report] }, 'day=2026-11-19');

  const section = await screen.findByRole('region', { name: 'Driven' });
  expect(section).toHaveTextContent('Completed2');
  expect(section).toHaveTextContent('Final fares and fees kept$170.72fees kept$15.00');
  expect(section).toHaveTextContent('Not included, 1 being checked$233.58');
  expect(await dayCsv(report)).toContain('2026-11-19,Driven,"Not included, 1 being checked",,233.58');
});

test('another day keeps the focus in its field, and a half-typed year loads nothing', async () => {
  const { calls } = await open(
    {
      'GET /api/ops/day-report?day=2026-11-19': [200, DAY_REPORT],
      'GET /api/ops/day-report?day=2026-11-18': [
        200,
        { ...DAY_REPORT, day: '2026-11-18', cardNetCents: 100 },
      ],
    },
    'day=2026-11-19',
  );
  await screen.findByRole('region', { name: 'Cards' });
  const field = screen.getByLabelText('Day in Las Vegas');
  field.focus();

  fireEvent.change(field, { target: { value: '2026-11-18' } });

  await waitFor(() => expect(screen.getByRole('region', { name: 'Cards' })).toHaveTextContent('$1.00'));
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: '0002-11-18' } });
  expect(field).toHaveValue('0002-11-18');
  expect(screen.getByRole('heading', { name: /18 Nov/ })).toBeVisible();
  fireEvent.change(field, { target: { value: '2026-11-19' } });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Cards' })).toHaveTextContent('$569.30'));
  expect(calls.map(({ call }) => call)).not.toContain('GET /api/ops/day-report?day=0002-11-18');
});
