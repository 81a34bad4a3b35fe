// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import type { StaffRole } from '#common/users/user.ts';
import { toast, useToastStore } from '#web/components/ui/toast.ts';
import { ToastRegion } from '#web/components/ui/toast-region.tsx';
import { resyncLists } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { playAlert } from '#web/lib/play-alert.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { failAlertWrite } from '../alerts/fail-alert-write.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { setRing } from './alert-arrived.ts';
import { forgetBoard, useBoardStore } from './board-store.ts';
import { useOpsLive } from './use-ops-live.ts';

vi.mock('#web/lib/play-alert.ts');

const RIDE_ID = 'a'.repeat(24);
const DRIVER = { kind: 'driver' as const, id: 'd'.repeat(24), name: 'Tom Brandt' };

beforeEach(() => {
  forgetBoard();
  useToastStore.setState({ newest: null });
  vi.mocked(playAlert).mockClear();
  setRing(false);
  history.replaceState(null, '', '/ops/inbox');
});

/** Mounts the console's live updates and emits these alerts. */
async function arrive(...alerts: Alert[]) {
  await arriveFor('admin', ...alerts);
}

async function arriveFor(role: StaffRole, ...alerts: Alert[]) {
  await answerApi({ 'GET /api/ops/alerts': [200, []] });
  openConsole(role);
  emitOps('alert:changed', alerts);
}

function openConsole(role: StaffRole) {
  const Console = () => {
    useOpsLive('s'.repeat(24), role);
    return (
      <>
        <div id="announcer" role="status" />
        <ToastRegion />
      </>
    );
  };
  render(
    <MemoryRouter>
      <Console />
    </MemoryRouter>,
  );
}

test('a new alert shows a toast with its rider and a link to fix it, and is announced once', async () => {
  history.replaceState(null, '', '/ops?vehicle=lux-suv');
  await arrive(buildAlert(RIDE_ID, { subject: { kind: 'ride', id: RIDE_ID, name: 'Rachel Stein' } }));

  expect(await screen.findByRole('link', { name: 'Assign' })).toHaveAttribute(
    'href',
    `/ops?vehicle=lux-suv&ride=${RIDE_ID}&do=assign`,
  );
  // Announced only once: the toast itself is not a live region.
  await expect
    .poll(() => document.getElementById('announcer'))
    .toHaveTextContent('Not accepted: Rachel Stein. Nobody has it.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Not accepted').closest('[aria-live=off]')).toHaveTextContent(
    'Rachel Stein. Nobody has it.',
  );
});

test('several alerts at once make one toast and one announcement', async () => {
  const late = buildAlert(RIDE_ID, { kind: 'driver-late' });
  await arrive(late, buildAlert(DRIVER.id, { kind: 'paper-expired', subject: DRIVER }));

  expect(await screen.findByText('2 new alerts')).toBeVisible();
  expect(screen.getByText('Ride, Tom Brandt')).toBeVisible();
  await expect
    .poll(() => document.getElementById('announcer'))
    .toHaveTextContent(/^Driver late: .* Document expired: Tom Brandt/);
});

test('a new alert does not replace a toast that still offers Undo', async () => {
  toast.success('Sam has the ride', 'Rachel Stein', { label: 'Undo', onPress: () => {} });
  await arrive(buildAlert(DRIVER.id, { kind: 'paper-expired', subject: DRIVER }));

  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(screen.queryByText('Document expired')).toBeNull();

  emitOps('alert:changed', [buildAlert(DRIVER.id, { kind: 'driver-suspended', subject: DRIVER })]);
  expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    `/ops/drivers/${DRIVER.id}`,
  );
});

test('an alert notifies again when it reopens or becomes more urgent, but not when only taken or noted', async () => {
  const staff = { id: 'b'.repeat(24), name: 'Dana Reyes' };
  const alert = buildAlert(RIDE_ID, { urgency: 'soon' });
  setRing(true);
  await arrive(alert);
  expect(playAlert).toHaveBeenCalledTimes(1);
  const toastAfter = (change: Partial<Alert>) => {
    useToastStore.setState({ newest: null });
    emitOps('alert:changed', [{ ...alert, ...change }]);
    return useToastStore.getState().newest?.description;
  };

  expect(toastAfter({ version: 2, assignee: staff })).toBeUndefined();
  expect(toastAfter({ version: 3, note: 'Called two drivers.' })).toBeUndefined();
  expect(playAlert).toHaveBeenCalledTimes(1);
  expect(toastAfter({ version: 4, urgency: 'now', text: 'Pickup in 20 min.' })).toBe(
    'Ride. Pickup in 20 min.',
  );
  expect(playAlert).toHaveBeenCalledTimes(2);
  expect(toastAfter({ version: 4, urgency: 'now' })).toBeUndefined();
  expect(
    toastAfter({ version: 5, urgency: 'now', resolvedAt: alert.openedAt, resolvedBy: staff }),
  ).toBeUndefined();
  expect(toastAfter({ version: 6, urgency: 'now', text: 'Nobody has it still.' })).toBe(
    'Ride. Nobody has it still.',
  );
  expect(playAlert).toHaveBeenCalledTimes(3);
});

test('a new alert plays no sound unless the sound is switched on', async () => {
  await arrive(buildAlert(RIDE_ID));

  expect(await screen.findByText('Not accepted')).toBeVisible();
  expect(playAlert).not.toHaveBeenCalled();
});

test('a resolved alert shows no toast', async () => {
  const alert = buildAlert(RIDE_ID);
  await arrive(alert);
  expect(await screen.findByText('Not accepted')).toBeVisible();
  useToastStore.setState({ newest: null });

  emitOps('alert:changed', [{ ...alert, version: 2, resolvedAt: alert.openedAt }]);
  expect(useToastStore.getState().newest).toBeNull();
});

test('the toast about a promo code links to its page for an admin, and for a dispatcher has no link', async () => {
  const promo = buildAlert('', {
    kind: 'money-difference',
    subject: { kind: 'promo', id: 'p'.repeat(24), name: 'RODEO10' },
  });
  const newest = () => useToastStore.getState().newest;

  await arriveFor('dispatcher', promo);
  await expect.poll(() => newest()?.description).toContain('RODEO10');
  expect(newest()?.action).toBeUndefined();
  cleanup();
  useToastStore.setState({ newest: null });
  await arriveFor('admin', promo);
  await expect.poll(() => newest()?.action).toEqual({ to: '/ops/codes', label: 'Open' });
});

test('an alert that opened during a lost connection notifies after the reconnect; those there before do not', async () => {
  setRing(true);
  const alert = buildAlert(RIDE_ID, { urgency: 'soon' });
  const missed = buildAlert(DRIVER.id, { kind: 'paper-expired', subject: DRIVER });
  let open = [alert];
  const calls = await answerApi({ 'GET /api/ops/alerts': async () => [200, open] });
  openConsole('admin');
  await expect.poll(() => useBoardStore.getState().areAlertsKnown).toBe(true);
  expect(useToastStore.getState().newest).toBeNull();

  open = [{ ...alert, version: 2, note: 'Called two drivers.' }, missed];
  resyncLists();

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Document expired');
  await expect
    .poll(() => document.getElementById('announcer'))
    .toHaveTextContent(/^Document expired: Tom Brandt/);
  expect(playAlert).toHaveBeenCalledTimes(1);

  useToastStore.setState({ newest: null });
  emitOps('alert:changed', [missed]);
  resyncLists();
  await expect.poll(() => calls.length).toBe(3);
  await expect.poll(() => useBoardStore.getState().alerts[missed.id]).toEqual(missed);
  expect(useToastStore.getState().newest).toBeNull();
  expect(playAlert).toHaveBeenCalledTimes(1);
});

test('an alert that opened during a lost connection also notifies when a conflict reloads the alerts', async () => {
  const alert = buildAlert(RIDE_ID, { urgency: 'soon' });
  const missed = buildAlert(DRIVER.id, { kind: 'paper-expired', subject: DRIVER });
  let open = [alert];
  await answerApi({ 'GET /api/ops/alerts': async () => [200, open] });
  openConsole('admin');
  await expect.poll(() => useBoardStore.getState().areAlertsKnown).toBe(true);

  open = [missed];
  failAlertWrite('Not taken', new ApiError({ status: 409, text: 'Conflict', body: null }));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Document expired');
});

test('of many alerts at once a screen reader hears how many there are, and the first names', async () => {
  const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];
  await arrive(
    ...names.map((name, index) => {
      const id = `${index}`.repeat(24);
      return buildAlert(id, { kind: 'paper-expired', subject: { kind: 'driver', id, name } });
    }),
  );

  await expect
    .poll(() => document.getElementById('announcer')?.textContent)
    .toBe('5 new alerts: Ann, Ben, Cleo and 2 more');
});
