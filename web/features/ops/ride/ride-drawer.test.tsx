// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { forgetBoard, receiveBoardEvent } from '../board/board-store.ts';
import type { RideAction } from './ride-address.ts';
import { RideDrawer } from './ride-drawer.tsx';

beforeEach(() => {
  forgetBoard();
  useToastStore.setState({ newest: null });
  // The palette measures and scrolls its list, which jsdom has no layout for.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => void vi.unstubAllGlobals());

const RIDE = buildStaffRide({
  scheduledDate: '2099-11-20',
  customerName: 'Hannah Cho',
  specialRequests: 'Two child seats',
});
const PATH = `/api/ops/rides/${RIDE.id}`;
const QUOTE = {
  feeCents: 0,
  toCardCents: RIDE.fare.fareCents,
  toGiftCardCents: 0,
  freeUntil: null,
  fees: { accepted: 500, arrived: 1_000, noShow: 1_500 },
  noShowFrom: null,
};
const CANDIDATES: Candidate[] = [
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

async function open(ride: StaffRide = RIDE, replies: ApiReplies = {}, isAdmin = false) {
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

const newestToast = () => useToastStore.getState().newest;
const sent = (calls: { call: string; body: unknown }[], call: string) =>
  calls.filter((made) => made.call === call).map(({ body }) => body);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the drawer shows what there is to know, and follows the ride as it changes', async () => {
  await open();
  const drawer = screen.getByRole('dialog');

  expect(drawer).toHaveTextContent('Nobody has this ride.');
  expect(drawer).toHaveTextContent('Two child seats');
  expect(drawer).toHaveTextContent(`Where ${RIDE.reference} is`);
  expect(drawer).toHaveTextContent(/Paid by Visa 4242\$159\.82/);
  expect(within(drawer).getByRole('link', { name: 'Call Hannah Cho' })).toHaveAttribute(
    'href',
    'tel:7025550142',
  );
  receiveBoardEvent([
    {
      ...RIDE,
      version: RIDE.version + 1,
      status: 'accepted',
      driverId: DRIVER_ID,
      driver: { firstName: 'Sam', vehicle: 'Black Suburban' },
    },
  ]);

  expect(await screen.findByText(/^Sam drives on/)).toBeVisible();
  expect(await button('Unassign')).toBeVisible();
});

test('what its rider would pay for cancelling now is said, from when on too, and nothing of it once it has begun', async () => {
  await open();
  const drawer = screen.getByRole('dialog');
  const change = (version: number, minutes: number, overrides: Partial<StaffRide> = {}) =>
    act(() => {
      const at = new Date(Date.now() + minutes * 60_000).toISOString();
      const accepted = { status: 'accepted' as const, driverId: DRIVER_ID, scheduledAt: at };
      receiveBoardEvent([{ ...RIDE, ...accepted, version: RIDE.version + version, ...overrides }]);
    });

  expect(drawer).toHaveTextContent(/Fee if the rider cancels nowFree while no driver has accepted\$0\.00/);
  change(1, 600);
  expect(drawer).toHaveTextContent(/Fee if the rider cancels nowFree until .*M\$0\.00/);
  change(2, 30);
  expect(drawer).toHaveTextContent(/Fee if the rider cancels now\$5\.00/);
  change(3, 30, { refundableCents: 200 });
  expect(drawer).toHaveTextContent(/Fee if the rider cancels now\$2\.00/);
  change(4, -1, { status: 'in_progress' });
  expect(drawer).not.toHaveTextContent('Fee if the rider cancels');
});

test('only what the state allows is offered', async () => {
  await open({ ...RIDE, status: 'completed', refundableCents: 0, paymentStatus: 'refunded' });

  expect(await button('Add note')).toBeVisible();
  for (const name of [
    'Assign driver',
    'Reassign',
    'Unassign',
    'Cancel and refund',
    'Adjust charge',
    'Send payment link',
  ])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a driver is chosen by keyboard alone, and the toast takes it back', async () => {
  const accepted = { ...RIDE, version: 3, status: 'accepted' as const, driverId: DRIVER_ID };
  const { calls, user } = await open(RIDE, {
    [`POST ${PATH}/assign`]: [200, accepted],
    [`POST ${PATH}/undo`]: [200, { ...RIDE, version: 4 }],
  });
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });

  await user.keyboard('ray{Enter}');

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(sent(calls, `POST ${PATH}/assign`)).toEqual([
    { version: RIDE.version, driverId: DRIVER_ID, vehicleId: 'b'.repeat(24) },
  ]);
  const action = newestToast()?.action;
  expect(action).toMatchObject({ label: 'Undo' });
  if (action && 'onPress' in action) action.onPress();
  await waitFor(() => expect(newestToast()?.title).toBe('Taken back'));
  expect(sent(calls, `POST ${PATH}/undo`)).toEqual([{ version: 3 }]);
});

test('a name typed before the drivers are known is not lost, and Enter does nothing else meanwhile', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { calls, user } = await open(RIDE, {
    [`GET ${PATH}/candidates`]: async () => {
      await asked;
      return [200, { candidates: CANDIDATES }];
    },
    [`POST ${PATH}/assign`]: [200, { ...RIDE, version: 3, status: 'accepted', driverId: DRIVER_ID }],
  });
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}ray{Enter}');
  expect(screen.getByText('Loading the drivers...')).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('ray');
  answer();

  const found = await screen.findByRole('option', { name: /Ray Donnelly/ });
  await waitFor(() => expect(found).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(1));
});

test('the ride may change while its driver is chosen: what was typed stays', async () => {
  const { user } = await open();
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  await user.keyboard('ra');
  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));
  await user.keyboard('y');

  expect(await screen.findByRole('combobox')).toHaveValue('ray');
  expect(await screen.findByRole('option', { name: /Ray Donnelly/ })).toBeVisible();
});

test('after a refusal the first driver who can be had now is marked, for Enter', async () => {
  const [ray, sam] = CANDIDATES;
  if (!ray || !sam) throw new Error('two drivers are needed');
  const { calls, known, user } = await open();
  known[`POST ${PATH}/assign`] = () => {
    known[`GET ${PATH}/candidates`] = [
      200,
      {
        candidates: [
          { ...sam, fit: 'fits', reason: null },
          { ...ray, fit: 'no', reason: 'Off duty' },
        ],
      },
    ];
    known[`POST ${PATH}/assign`] = [200, { ...RIDE, version: 3, status: 'accepted', driverId: sam.driverId }];
    return [409, { code: 'OFF_DUTY', message: 'Ray Donnelly is off duty.' }];
  };
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/, selected: true });
  await user.keyboard('{Enter}');

  expect(await screen.findByRole('option', { name: /Sam Ortega/, selected: true })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(2));
  expect(sent(calls, `POST ${PATH}/assign`)[1]).toMatchObject({ driverId: sam.driverId });
});

test('who only nearly fits is asked about once more, and why not the others is shown on demand', async () => {
  const { calls, user } = await open(RIDE, { [`POST ${PATH}/assign`]: [200, { ...RIDE, version: 3 }] });
  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Sam Ortega/ });
  expect(screen.queryByText('Drives a Hummer 18')).toBeNull();
  await user.click(await button('Show them'));
  expect(screen.getByText('Drives a Hummer 18')).toBeVisible();

  await user.click(screen.getByRole('option', { name: /Sam Ortega/ }));
  expect(screen.getByRole('alert')).toHaveTextContent('Overlaps a ride at 6:30 PM');
  expect(await button('Choose another')).toHaveFocus();
  await user.click(await button('Assign anyway'));

  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(1));
  expect(sent(calls, `POST ${PATH}/assign`)[0]).toMatchObject({ allowNearly: true });
});

test('who comes second is told who was first, and sees it', async () => {
  const message = 'Accepted by Sam a moment ago; the board is up to date.';
  const { known, user } = await open();
  known[`POST ${PATH}/assign`] = () => {
    known[`GET ${PATH}`] = [
      200,
      {
        ...RIDE,
        version: 9,
        status: 'accepted',
        driverId: DRIVER_ID,
        driver: { firstName: 'Sam', vehicle: 'A' },
      },
    ];
    return [409, { code: 'RIDE_CHANGED', message }];
  };
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));

  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not assigned', description: message }));
  expect(await screen.findByText(/^Sam drives on/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Assign a driver' })).toBeNull();
});

/** The ride after a driver accepted it. */
const ACCEPTED: StaffRide = {
  ...RIDE,
  version: RIDE.version + 1,
  status: 'accepted',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Suburban' },
};

test('a ride that a driver accepts while one is chosen for it stays theirs, and it is said', async () => {
  const { calls, user } = await open();
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Sam Ortega/ }));
  expect(await button('Assign anyway')).toBeVisible();

  act(() => receiveBoardEvent([ACCEPTED]));

  expect(newestToast()).toMatchObject({
    title: 'Not assigned',
    description: 'Accepted by Sam a moment ago; the board is up to date.',
  });
  expect(screen.queryByRole('heading', { name: /^Assign/ })).toBeNull();
  expect(sent(calls, `POST ${PATH}/assign`)).toEqual([]);
});

test('a ride that another dispatcher assigns meanwhile names them', async () => {
  const { user } = await open();
  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  const entry: StaffRide['history'][number] = {
    change: 'accepted',
    at: RIDE.createdAt,
    version: 3,
    by: { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null },
    assigned: { driverId: DRIVER_ID, name: 'Sam Ortega', vehicleId: null, vehicle: null },
  };
  act(() => receiveBoardEvent([{ ...ACCEPTED, history: [...RIDE.history, entry] }]));

  expect(newestToast()?.description).toBe(
    'Assigned to Sam Ortega by Dana Reyes a moment ago; the board is up to date.',
  );
});

test('an assignment whose event comes before its reply, or instead of it, is said to be done', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { known, user } = await open();
  known[`POST ${PATH}/assign`] = () => reply.promise;
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  act(() => receiveBoardEvent([ACCEPTED]));
  expect(screen.getByRole('heading', { name: 'Assign a driver' })).toBeVisible();
  reply.resolve([504, {}]);

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Assign a driver' })).toBeNull());
});

test('who is asked about is asked about anew once the ride has changed', async () => {
  const { user } = await open();
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Sam Ortega/ }));
  expect(await button('Assign anyway')).toBeVisible();

  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));

  expect(screen.queryByRole('button', { name: 'Assign anyway' })).toBeNull();
  expect(await screen.findByRole('option', { name: /Sam Ortega/ })).toBeVisible();
});

test('what a change of the ride closed does not open by itself once it can be done again', async () => {
  const { user } = await open(ACCEPTED);
  await user.click(await button('Unassign'));
  expect(await screen.findByRole('heading', { name: 'Take it from Sam?' })).toBeVisible();

  act(() => receiveBoardEvent([{ ...RIDE, version: ACCEPTED.version + 1 }]));
  expect(screen.queryByRole('heading', { name: 'Take it from Sam?' })).toBeNull();
  act(() => receiveBoardEvent([{ ...ACCEPTED, version: ACCEPTED.version + 2 }]));

  expect(await button('Unassign')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take it from Sam?' })).toBeNull();
});

test('cancelling names the sum of who cancels it, and sends back what was shown', async () => {
  const { calls, user } = await open(RIDE, {
    [`POST ${PATH}/cancel`]: [200, { ...RIDE, version: 3, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  expect(await button('Keep the ride')).toHaveFocus();
  expect(await button('Cancel and refund $159.82')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: /The rider calls it off/ }));
  await user.click(await button('Cancel and refund $154.82'));
  expect(screen.getByText('Please give a reason.')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'Missed the flight');
  await user.click(await button('Cancel and refund $154.82'));

  await waitFor(() => expect(newestToast()?.title).toBe('Cancelled'));
  expect(sent(calls, `POST ${PATH}/cancel`)).toEqual([
    {
      version: RIDE.version,
      by: 'rider',
      reason: 'Missed the flight',
      expected: { feeCents: 500, toCardCents: 15_482, toGiftCardCents: 0 },
    },
  ]);
});

test('sums that changed meanwhile are read again, and the dialog says so', async () => {
  const { known, user } = await open();
  known[`POST ${PATH}/cancel`] = () => {
    known[`GET ${PATH}/cancellation?by=operations`] = [200, { ...QUOTE, toCardCents: 10_000 }];
    return [409, { code: 'FEE_CHANGED', message: 'The sums changed.' }];
  };
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'No car');
  await user.click(await button('Cancel and refund $159.82'));

  expect(await button('Cancel and refund $100.00')).toBeVisible();
  expect(newestToast()?.description).toBe('The sums changed a moment ago. Please look again.');
});

test('the ride may change while it is cancelled: what was entered stays, and only the sums are read again', async () => {
  const { calls, known, user } = await open(RIDE, {
    [`POST ${PATH}/cancel`]: [200, { ...RIDE, version: 4, status: 'cancelled' }],
  });
  await user.click(await button('Cancel and refund'));
  await user.click(await screen.findByRole('radio', { name: /The rider calls it off/ }));
  await user.type(screen.getByLabelText('Reason'), 'Missed the flight');
  const quote = deferred<readonly [number, unknown]>();
  known[`GET ${PATH}/cancellation?by=rider`] = () => quote.promise;
  act(() => receiveBoardEvent([{ ...RIDE, version: 3 }]));

  expect(screen.getByLabelText('Reason')).toHaveValue('Missed the flight');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  expect(screen.getByRole('radio', { name: /The rider calls it off/ })).toBeChecked();
  expect(await button('Cancel and refund $154.82')).toHaveAttribute('aria-disabled', 'true');
  quote.resolve([200, { ...QUOTE, feeCents: 1_000, toCardCents: QUOTE.toCardCents - 1_000 }]);
  expect(await button('Cancel and refund $149.82')).not.toHaveAttribute('aria-disabled');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  await user.click(await button('Cancel and refund $149.82'));

  await waitFor(() => expect(sent(calls, `POST ${PATH}/cancel`)).toHaveLength(1));
  expect(sent(calls, `POST ${PATH}/cancel`)).toMatchObject([
    { version: 3, by: 'rider', reason: 'Missed the flight', expected: { feeCents: 1_000 } },
  ]);
});

test('sums that cannot be read again take nothing that was entered away', async () => {
  const { known, user } = await open();
  await user.click(await button('Cancel and refund'));
  await user.type(await screen.findByLabelText('Reason'), 'No car');
  known[`GET ${PATH}/cancellation?by=rider`] = [503, {}];
  act(() => receiveBoardEvent([{ ...RIDE, version: 3 }]));

  expect(await screen.findByText('We couldn’t calculate the sums')).toBeVisible();
  expect(await button('Cancel and refund $159.82')).toHaveAttribute('aria-disabled', 'true');
  known[`GET ${PATH}/cancellation?by=rider`] = [200, QUOTE];
  await user.click(await button('Try again'));
  const submit = await button('Cancel and refund $159.82');
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByLabelText('Reason')).toHaveValue('No car');
});

test('a dispatcher gives back up to the limit, and is told why no more', async () => {
  const { calls, user } = await open(RIDE, { [`POST ${PATH}/adjust`]: [200, { ...RIDE, version: 3 }] });
  await user.click(await button('Adjust charge'));
  expect(screen.getByText(/Dispatchers may move up to \$100 a ride/)).toBeVisible();
  await user.type(screen.getByLabelText('Amount'), '120');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  await user.click(await button('Give back $120.00'));
  expect(screen.getByText('At most $100.00.')).toBeVisible();

  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '54.17');
  await user.click(await button('Give back $54.17'));

  await waitFor(() => expect(newestToast()?.title).toBe('$54.17 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toEqual([
    { version: RIDE.version, kind: 'refund', amountCents: 5_417, reason: 'Car came late' },
  ]);
});

test('repeated after a lost reply, a refund is the same request, though it made the ride a version further', async () => {
  const adjusted = { ...RIDE, version: 3, refundableCents: RIDE.refundableCents - 4_000 };
  const { calls, known, user } = await open(RIDE, { [`POST ${PATH}/adjust`]: [504, {}] });
  await user.click(await button('Adjust charge'));
  await user.type(screen.getByLabelText('Amount'), '40');
  await user.type(screen.getByLabelText('Reason'), 'Car came late');
  await user.click(await button('Give back $40.00'));
  await waitFor(() => expect(newestToast()?.title).toBe('Not adjusted'));
  known[`POST ${PATH}/adjust`] = [200, adjusted];
  act(() => receiveBoardEvent([adjusted]));
  await user.click(await button('Give back $40.00'));

  await waitFor(() => expect(newestToast()?.title).toBe('$40.00 goes back'));
  expect(sent(calls, `POST ${PATH}/adjust`)).toMatchObject([{ version: 2 }, { version: 3 }]);
  const [first, second] = calls
    .filter(({ call }) => call === `POST ${PATH}/adjust`)
    .map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('a note goes into the history', async () => {
  const { calls, user } = await open(RIDE, { [`POST ${PATH}/note`]: [200, { ...RIDE, version: 3 }] });
  await user.click(await button('Add note'));
  await user.type(screen.getByLabelText('Note'), 'Hannah rang.');
  const dialog = within(screen.getByRole('dialog', { name: 'Add a note' }));
  await user.click(dialog.getByRole('button', { name: 'Add note' }));

  await waitFor(() => expect(newestToast()?.title).toBe('Note added'));
  expect(sent(calls, `POST ${PATH}/note`)).toEqual([{ text: 'Hannah rang.' }]);
});
