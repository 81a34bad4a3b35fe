import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { stubResizeObserver } from '#web/testing/stub-resize-observer.ts';
import { forgetBoard } from '../../board/board-store.ts';
import { buildAssigned } from '../../testing/build-assigned.ts';
import type { RideAction } from '../ride-address.ts';
import { RideDrawer } from '../ride-drawer.tsx';

/** Sets up each test of a file: an empty board, and no toast. */
export function setUpDrawer(): void {
  beforeEach(() => {
    forgetBoard();
    useToastStore.setState({ newest: null });
    stubResizeObserver();
    Element.prototype.scrollIntoView = () => undefined;
  });
  afterEach(() => void vi.unstubAllGlobals());
}

/** A ride without a driver. */
export const RIDE = buildStaffRide({
  scheduledDate: '2099-11-20',
  customerName: 'Hannah Cho',
  specialRequests: 'Two child seats',
});
/** The same ride after it was assigned to Ray. */
export const RAYS = buildAssigned(RIDE, { driverId: DRIVER_ID, name: 'Ray Donnelly' });
export const PATH = `/api/ops/rides/${RIDE.id}`;
/** The quote for cancelling it by operations. */
export const QUOTE = {
  feeCents: 0,
  toCardCents: RIDE.fare.fareCents,
  toGiftCardCents: 0,
  freeUntil: null,
  fees: { accepted: 500, arrived: 1_000, noShow: 1_500 },
  noShowFrom: null,
};
/** Its candidates: one who fits, one who nearly fits, one who does not. */
export const CANDIDATES: Candidate[] = [
  candidate({ driverId: DRIVER_ID, name: 'Ray Donnelly', fit: 'fits' }),
  candidate({
    driverId: 'e'.repeat(24),
    name: 'Sam Ortega',
    fit: 'nearly',
    reason: 'Overlaps a ride at 6:30 PM',
  }),
  candidate({ driverId: 'f'.repeat(24), name: 'Vera Lindqvist', fit: 'no', reason: 'Drives a Hummer 18' }),
];

function candidate(overrides: Partial<Candidate>): Candidate {
  return {
    driverId: DRIVER_ID,
    name: '',
    phone: null,
    fit: 'fits',
    reason: null,
    vehicle: { id: 'b'.repeat(24), name: 'Black Suburban, NV 663-HTB' },
    isOnDuty: true,
    rides: [],
    ...overrides,
  };
}

/** Renders the drawer of a ride with these API replies. */
export async function openDrawer(ride: StaffRide = RIDE, replies: ApiReplies = {}, isAdmin = false) {
  const known: ApiReplies = {
    [`GET ${PATH}`]: [200, ride],
    [`GET ${PATH}/candidates`]: [200, { candidates: CANDIDATES }],
    [`GET ${PATH}/cancellation?by=operations`]: [200, QUOTE],
    [`GET ${PATH}/cancellation?by=rider`]: [
      200,
      { ...QUOTE, feeCents: 500, toCardCents: QUOTE.toCardCents - 500 },
    ],
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    ...replies,
  };
  const calls = await answerApi(known);
  const onClose = vi.fn();
  const Opened = () => {
    const [action, setAction] = useState<RideAction | null>(null);
    return (
      <MemoryRouter>
        <RideDrawer
          rideId={ride.id}
          action={action}
          onAction={setAction}
          isAdmin={isAdmin}
          renderEdit={({ ride: edited, isOver, onClose: close, onRide }) => (
            <div role="dialog" aria-label={`Edit ${edited.reference}`}>
              {isOver && 'No longer possible'}
              <button
                type="button"
                onClick={() => onRide({ ...edited, version: edited.version + 1, hours: 5 })}
              >
                Save changes
              </button>
              <button type="button" onClick={close}>
                Keep as it was
              </button>
            </div>
          )}
          renderWhereabouts={({ reference }) => <p>Where {reference} is</p>}
          onClose={onClose}
        />
      </MemoryRouter>
    );
  };
  render(<Opened />);
  await screen.findByText('Hannah Cho');
  return { calls, known, onClose, user: userEvent.setup() };
}

export const newestToast = () => useToastStore.getState().newest;

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** The ride after a driver accepted it. */
export const ACCEPTED: StaffRide = {
  ...RIDE,
  version: RIDE.version + 1,
  status: 'accepted',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Suburban' },
  history: [
    ...RIDE.history,
    {
      change: 'accepted',
      at: RIDE.createdAt,
      version: RIDE.version + 1,
      by: { role: 'driver', id: DRIVER_ID, name: 'Sam Ortega', address: null },
    },
  ],
};
