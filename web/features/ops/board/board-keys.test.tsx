// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { setKeys } from '../keys/ops-keys.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { buildAssigned } from '../testing/build-assigned.ts';
import {
  addressOfBoard,
  GROUPS,
  openBoard,
  rideIn,
  rowOf,
  setUpBoard,
  shownRides,
} from './testing/open-board.tsx';

setUpBoard();

test('keys move between rows, open and close a ride, and start an action', async () => {
  const user = userEvent.setup();
  const [one, two] = [rideIn(60), rideIn(120)];
  await openBoard({ rides: { next: [one, two] } });
  await screen.findAllByText('Alex Morgan');

  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(one));
  await user.keyboard('jjk');
  expect(document.activeElement).toBe(rowOf(one));
  expect(rowOf(two)?.tabIndex).toBe(-1);
  await user.keyboard('j{Enter}');
  expect(addressOfBoard()).toBe(`?ride=${two.id}`);
  expect(await screen.findByRole('dialog')).toBeVisible();
  await user.keyboard('k');
  expect(addressOfBoard()).toBe(`?ride=${one.id}`);
  await user.keyboard('{Escape}');
  expect(addressOfBoard()).toBe('');
  expect(document.activeElement).toBe(rowOf(one));
  await user.keyboard('a');
  expect(addressOfBoard()).toBe(`?ride=${one.id}&do=assign`);
});

test('while reconnecting, a key opens the ride and starts no action but a note', async () => {
  onTestFinished(() => setConnection('connecting'));
  const user = userEvent.setup();
  const ride = rideIn(60);
  await openBoard({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');
  act(() => setConnection('reconnecting'));

  await user.keyboard('jc');
  expect(addressOfBoard()).toBe(`?ride=${ride.id}`);
  await user.keyboard('n');
  expect(addressOfBoard()).toBe(`?ride=${ride.id}&do=note`);
});

test('J focuses the only ride again after it lost the focus', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await openBoard({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('j');
  act(() => rowOf(ride)?.blur());
  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(ride));
});

test('keys do nothing while a field has the focus or while shortcuts are switched off', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await openBoard({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('/');
  const search = screen.getByLabelText('Search rides');
  expect(document.activeElement).toBe(search);
  await user.keyboard('jan');
  expect(addressOfBoard()).toBe('');
  expect(search).toHaveValue('jan');

  act(() => search.blur());
  act(() => setKeys(false));
  await user.keyboard('j');
  expect(document.activeElement).toBe(document.body);
});

/** Opens a board of three rides that need a driver, and assigns a driver to the first with the palette. */
async function assignFirst(user: ReturnType<typeof userEvent.setup>) {
  const rides = [40, 45, 50].map((minutes) => rideIn(minutes));
  const [first = rideIn(0)] = rides;
  const alerts = rides.map(({ id }, index) =>
    buildAlert(id, { id: `${index}`.repeat(24), kind: 'unaccepted' }),
  );
  const driverId = 'e'.repeat(24);
  const candidate = {
    driverId,
    name: 'Ray Donnelly',
    phone: null,
    fit: 'fits',
    reason: null,
    vehicle: null,
    isOnDuty: true,
    rides: [],
  };
  const assigned = buildAssigned(first, candidate);
  const path = `/api/ops/rides/${first.id}`;
  const calls = await openBoard({
    rides: { attention: rides },
    alerts,
    more: {
      [`GET ${path}/candidates`]: [200, { candidates: [candidate] }],
      [`POST ${path}/assign`]: () => {
        emitOps('alert:changed', [
          { ...alerts[0], version: 9, resolvedAt: serverNow().toISOString() } as Alert,
        ]);
        return [200, assigned];
      },
      [`POST ${path}/undo`]: [200, { ...first, version: assigned.version + 1 }],
    },
  });
  await screen.findAllByText('Alex Morgan');
  await user.keyboard('ja');
  const option = await screen.findByRole('option', { name: /Ray Donnelly/ });
  await waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  return { calls, rides, assigned };
}

test('J goes to the next ride that needs attention, although the ride just assigned needs none any more', async () => {
  const user = userEvent.setup();
  const { rides } = await assignFirst(user);

  expect(shownRides()).toEqual(rides.map(({ id }) => id));
  await user.keyboard('j');
  expect(addressOfBoard()).toBe(`?ride=${rides[1]?.id}`);
  expect(shownRides()).toEqual([rides[1]?.id, rides[2]?.id, rides[0]?.id]);
});

test('closing the note of an open ride returns the focus to its row', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await openBoard({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('j{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  await user.keyboard('jn');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(rowOf(ride)));
});

test('Z undoes the last action, once', async () => {
  const user = userEvent.setup();
  const { calls, rides, assigned } = await assignFirst(user);
  const undone = () => calls.filter(({ call }) => call.endsWith('/undo'));

  await user.keyboard('z');
  await waitFor(() => expect(undone()).toMatchObject([{ body: { version: assigned.version } }]));
  await waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Undone'));
  await user.keyboard('z');
  await user.keyboard('j');
  expect(addressOfBoard()).toBe(`?ride=${rides[1]?.id}`);
  expect(undone()).toHaveLength(1);
});

test('of two keys pressed in quick succession, the second acts on the ride that the first one opened', async () => {
  const user = userEvent.setup();
  const [one, two] = [rideIn(60), rideIn(120)];
  await openBoard({ rides: { next: [one, two] } });
  await screen.findAllByText('Alex Morgan');
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog')).toBeVisible();

  act(() => {
    fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' });
    fireEvent.keyUp(document.body, { key: 'j', code: 'KeyJ' });
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
  });
  expect(addressOfBoard()).toBe(`?ride=${two.id}&do=assign`);
});

test('a key for an action that a ride does not allow opens the ride without starting the action', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await openBoard({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('ju');
  expect(addressOfBoard()).toBe(`?ride=${ride.id}`);
  await user.keyboard('t');
  expect(addressOfBoard()).toBe(`?ride=${ride.id}&do=edit`);
});

test('J moves from a filter button into the list, and Escape inside a filter popover keeps the filters', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  const filter = `vehicle=${ride.rideType}`;
  const more = Object.fromEntries(
    GROUPS.map((group): [string, ApiReplies[string]] => {
      const listed = group === 'next' ? [ride] : [];
      return [
        `GET /api/ops/rides?group=${group}&${filter}`,
        [200, { rides: listed, next: null, count: listed.length }],
      ];
    }),
  );
  await openBoard({ more }, `/ops?${filter}`);
  await screen.findByText('Alex Morgan');
  act(() => screen.getByRole('button', { name: 'Date' }).focus());
  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(ride));

  act(() => screen.getByRole('button', { name: 'Today', hidden: true }).focus());
  await user.keyboard('{Escape}');
  expect(addressOfBoard()).toBe(`?${filter}`);
});

test('M lists more rides of the focused row’s group and keeps the focus', async () => {
  const user = userEvent.setup();
  const rides = Array.from({ length: 8 }, (_, index) => rideIn(2_000 + index));
  await openBoard({ rides: { later: rides, next: [rideIn(60)] } });
  await screen.findAllByText('Alex Morgan');
  expect(shownRides()).toHaveLength(6);

  await user.keyboard('jjm');
  expect(shownRides()).toHaveLength(9);
  expect(document.activeElement).toBe(rowOf(rides[0] ?? rideIn(0)));
});
