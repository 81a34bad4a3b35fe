// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import {
  ACCEPTED,
  button,
  newestToast,
  openDrawer,
  PATH,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

test('the drawer shows the details of a ride and follows its changes', async () => {
  await openDrawer();
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

test.each([
  ['accepted', 'Sam comes in Black Suburban'],
  ['in_progress', 'Sam drives Black Suburban'],
  ['completed', 'Sam came in Black Suburban'],
  ['cancelled', 'Sam was to come in Black Suburban'],
] as const)('the drawer of a ride that is %s says what its driver does: %s', async (status, text) => {
  await openDrawer({ ...ACCEPTED, status, driver: { firstName: 'Sam', vehicle: 'Black Suburban' } });

  expect(screen.getByText(text)).toBeVisible();
});

test('until a ride begins, its drawer shows what cancelling costs the rider now and until when it is free', async () => {
  await openDrawer();
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

test('only actions that the state of the ride allows are offered', async () => {
  await openDrawer({ ...RIDE, status: 'completed', refundableCents: 0, paymentStatus: 'refunded' });

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

test('a dialog closed by a ride change does not reopen when its action becomes possible again', async () => {
  const { user } = await openDrawer(ACCEPTED);
  await user.click(await button('Unassign'));
  expect(await screen.findByRole('heading', { name: 'Unassign Sam?' })).toBeVisible();

  act(() => receiveBoardEvent([{ ...RIDE, version: ACCEPTED.version + 1 }]));
  expect(screen.queryByRole('heading', { name: 'Unassign Sam?' })).toBeNull();
  act(() => receiveBoardEvent([{ ...ACCEPTED, version: ACCEPTED.version + 2 }]));

  expect(await button('Unassign')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Unassign Sam?' })).toBeNull();
});

test('an open edit stays to say when the ride can no longer be edited', async () => {
  const { user } = await openDrawer(ACCEPTED);
  await user.click(await button('Edit'));
  const dialog = await screen.findByRole('dialog', { name: `Edit ${RIDE.reference}` });
  expect(dialog).not.toHaveTextContent('No longer possible');

  act(() => receiveBoardEvent([{ ...ACCEPTED, version: ACCEPTED.version + 1, status: 'in_progress' }]));

  expect(dialog).toHaveTextContent('No longer possible');
  await user.click(await button('Keep as it was'));
  expect(dialog).not.toBeInTheDocument();
});

test('a reply that arrives after its event does not close a dialog opened in between', async () => {
  const reply = deferred<readonly [number, StaffRide]>();
  const free: StaffRide = { ...RIDE, version: ACCEPTED.version + 1 };
  const { user } = await openDrawer(ACCEPTED, { [`POST ${PATH}/unassign`]: () => reply.promise });
  await user.click(await button('Unassign'));
  await user.type(await screen.findByLabelText('Reason'), 'He is ill');
  await user.click(await button('Unassign Sam'));
  act(() => receiveBoardEvent([free]));
  expect(screen.queryByRole('heading', { name: 'Unassign Sam?' })).toBeNull();
  expect(newestToast()).toBeNull();

  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  await user.keyboard('sam');
  reply.resolve([200, free]);
  await waitFor(() => expect(newestToast()?.title).toBe('The ride is offered again'));

  expect(await screen.findByRole('combobox')).toHaveValue('sam');
});

test('only a ride in progress can be completed from its drawer', async () => {
  const { user, calls } = await openDrawer(ACCEPTED, {
    [`POST ${PATH}/complete`]: ({ body }) => [
      200,
      { ...RIDE, version: 9, status: 'completed', actualFareCents: Object(body).finalFareCents },
    ],
  });
  expect(screen.queryByRole('button', { name: 'Complete ride' })).toBeNull();
  act(() => receiveBoardEvent([{ ...ACCEPTED, version: RIDE.version + 2, status: 'in_progress' }]));

  await user.click(await button('Complete ride'));
  await user.type(await screen.findByLabelText('Reason'), 'The driver left');
  await user.click(await button('Complete for $159.82'));

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Complete ride' })).toBeNull());
  expect(sent(calls, `POST ${PATH}/complete`)).toEqual([
    { version: RIDE.version + 2, finalFareCents: 15_982, reason: 'The driver left' },
  ]);
  expect(newestToast()?.title).toBe('Completed for $159.82');
});

test('only a booked ride that has not begun can be edited, and the drawer shows the result', async () => {
  const { user } = await openDrawer({ ...RIDE, paymentStatus: 'pending' });
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  act(() => receiveBoardEvent([{ ...RIDE, version: 5, bookingType: 'hourly', hours: 3 }]));

  await user.click(await button('Edit'));
  expect(await screen.findByRole('dialog', { name: `Edit ${RIDE.reference}` })).toBeVisible();
  await user.click(await button('Save changes'));
  expect(await screen.findByText(/^Hourly, 5 hours/)).toBeVisible();
  await user.click(await button('Keep as it was'));
  expect(screen.queryByRole('dialog', { name: `Edit ${RIDE.reference}` })).toBeNull();

  act(() => receiveBoardEvent([{ ...ACCEPTED, version: 8 }]));
  expect(await button('Edit')).toBeVisible();
  act(() => receiveBoardEvent([{ ...ACCEPTED, version: 9, status: 'in_progress' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull());
});
