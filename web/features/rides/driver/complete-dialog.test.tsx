// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { pastNote } from '../ride-card/format-driver-ride.ts';
import { CompleteDialog } from './complete-dialog.tsx';

const ride = buildDriverRide({ status: 'in_progress', bookingType: 'hourly', hours: 3 });
const quote: CompletionQuote = {
  paidCents: 23_358,
  fareCents: 23_358,
  baseCents: 16_500,
  gratuityCents: 3_563,
  waitingCents: 0,
  usedHours: 2,
  byHours: [
    { hours: 1, fareCents: 8_574 },
    { hours: 2, fareCents: 15_966 },
    { hours: 3, fareCents: 23_358 },
  ],
};

test('a final fare of less than half says that dispatch checks it first, and names no refund', async () => {
  await answerApi({ [`GET /api/rides/${ride.id}/completion`]: [200, quote] });
  const onComplete = vi.fn();
  render(<CompleteDialog ride={ride} isPending={false} onClose={vi.fn()} onComplete={onComplete} />);
  expect(await screen.findByText('The rider gets back')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Other amount' }));
  const fare = screen.getByLabelText('Final fare');
  await userEvent.clear(fare);
  await userEvent.type(fare, '116.78');

  expect(screen.getByRole('status')).toHaveTextContent('dispatch checks it first');
  expect(screen.queryByText('The rider gets back')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Complete Ride' }));
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('$116.78');
});

test('after long waiting, dispatch checks any final fare first', async () => {
  const waited = { ...quote, waitingCents: 4_000, isWaitingReviewed: true };
  await answerApi({ [`GET /api/rides/${ride.id}/completion`]: [200, waited] });
  render(<CompleteDialog ride={ride} isPending={false} onClose={vi.fn()} onComplete={vi.fn()} />);

  expect(await screen.findByText(/dispatch checks it first/)).toHaveTextContent(
    'You waited for half an hour or more, so dispatch checks it first. The refund and your share follow.',
  );
  expect(screen.queryByText('The rider gets back')).toBeNull();
});

/** Opens the dialog and waits until the fare has loaded. */
async function open(of: CompletionQuote, isTyped: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: isTyped, addEventListener() {}, removeEventListener() {} }));
  await answerApi({ [`GET /api/rides/${ride.id}/completion`]: [200, of] });
  render(<CompleteDialog ride={ride} isPending={false} onClose={vi.fn()} onComplete={vi.fn()} />);
  await screen.findByText('Your share');
}

test('the hours field has the focus once the quote has loaded, on a device with a keyboard', async () => {
  await open(quote, true);
  expect(screen.getByRole('spinbutton', { name: 'Hours used' })).toHaveFocus();
});

test.each([
  ['on a phone', quote, false],
  ['without hours', { ...quote, usedHours: null, byHours: [] }, true],
])('%s, the focus is on Not yet once the quote has loaded', async (_where, of, isTyped) => {
  await open(of, isTyped);
  expect(screen.getByRole('button', { name: 'Not yet' })).toHaveFocus();
});

test('a ride that changes while the dialog is open is completed with its new quote and the chosen hours', async () => {
  const completion = `GET /api/rides/${ride.id}/completion`;
  /** Builds a quote with two hours used of this many half hours booked, at $40 per half hour. */
  const booked = (halfHours: number): CompletionQuote => {
    const byHours = Array.from({ length: halfHours }, (_, i) => ({
      hours: (i + 1) / 2,
      fareCents: (i + 1) * 4_000,
    }));
    return { ...quote, paidCents: halfHours * 4_000, fareCents: halfHours * 4_000, byHours };
  };
  const replies: ApiReplies = { [completion]: [200, booked(6)] };
  await answerApi(replies);
  const onComplete = vi.fn();
  const dialogOf = (version: number) => (
    <CompleteDialog ride={{ ...ride, version }} isPending={false} onClose={vi.fn()} onComplete={onComplete} />
  );
  const { rerender } = render(dialogOf(ride.version));
  const more = await screen.findByRole('button', { name: 'More hours' });
  await userEvent.click(more);
  await userEvent.click(more);
  expect(screen.queryByText('The rider gets back')).toBeNull();

  replies[completion] = [200, booked(8)];
  rerender(dialogOf(ride.version + 1));

  expect(screen.getByRole('button', { name: 'Complete Ride' })).toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByText('$80.00')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: 'Hours used' })).toHaveValue('3');
  await userEvent.click(screen.getByRole('button', { name: 'Complete Ride' }));
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('$240.00');
});

test('while dispatch checks the final fare, the past ride says that the driver’s share follows', () => {
  const fareReview = { proposedCents: 8_000, pendingSince: '2026-11-21T00:12:00.000Z' };
  expect(pastNote({ ...ride, status: 'completed', fareReview })).toBe(
    'Dispatch checks the final fare of $80.00. Your share follows.',
  );
  expect(pastNote({ ...ride, status: 'completed' })).toBeNull();
});

test('the fare of a ride on account is not called paid', async () => {
  await open({ ...quote, refundableCents: 0, isOnAccount: true }, true);
  expect(screen.getByText('On account').parentElement).toHaveTextContent('On account$233.58');
  expect(screen.queryByText('Paid')).toBeNull();
});
