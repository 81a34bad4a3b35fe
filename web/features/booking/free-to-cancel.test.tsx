// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancellationFee } from '#common/rides/cancellation.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { estimateFare } from './estimate-fare.ts';
import { FarePanel } from './fare-panel.tsx';
import { FreeToCancel } from './free-to-cancel.tsx';
import { buildDraft } from './testing/build-draft.ts';

const pricing = buildPricing();
const fare = estimateFare(buildDraft(), pricing);

// Friday 20 November 2026, 4:12 PM.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

function sentenceFor(scheduledDate: string, scheduledTime: string): string | null {
  const draft = buildDraft({ scheduledDate, scheduledTime });
  const { container } = render(<FreeToCancel draft={draft} pricing={pricing} />);
  return container.textContent || null;
}

test('the note says until when cancelling is free, which matches the charged fee', () => {
  expect(sentenceFor('2026-11-27', '19:30')).toBe('Free to cancel until Fri 27 Nov, 6:30 PM PST');
  const ride = {
    driverId: 'd'.repeat(24),
    scheduledAt: '2026-11-28T03:30:00.000Z',
    arrivedAt: null,
    history: [],
    paidCents: fare?.fareCents ?? 0,
  };
  expect(cancellationFee(ride, new Date('2026-11-28T02:29:59.000Z'), 'rider')).toBe(0);
  expect(cancellationFee(ride, new Date('2026-11-28T02:30:00.000Z'), 'rider')).toBe(500);
});

test('less than an hour before the pickup, the note says what cancelling costs', () => {
  expect(sentenceFor('2026-11-20', '17:13')).toBe('Free to cancel until Fri 20 Nov, 4:13 PM PST');
  expect(sentenceFor('2026-11-20', '17:12')).toBe('Cancelling costs $5 once a driver has accepted');
});

test('without a valid pickup time there is no cancellation note', () => {
  expect(sentenceFor('', '')).toBeNull();
  expect(sentenceFor('2026-11-27', '')).toBeNull();
  expect(sentenceFor('2026-11-20', '16:00')).toBeNull();
});

test('the cancellation note is shown once there is a fare', async () => {
  const panel = (pickupLocation: string) => (
    <FarePanel
      draft={buildDraft({ scheduledDate: '2026-11-27', scheduledTime: '19:30', pickupLocation })}
      pricing={pricing}
      isPending={false}
      onPaint={() => {}}
      renderVehicle={() => null}
    />
  );
  const { rerender } = render(panel(''));
  expect(screen.queryByText(/Free to cancel/)).toBeNull();

  rerender(panel('Bellagio'));

  expect(await screen.findByText('Free to cancel until Fri 27 Nov, 6:30 PM PST')).toBeVisible();
});
