// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { buildOpenRide, buildStaffDriver } from '../testing/build-fleet.ts';
import { DriverScreen } from './driver-screen.tsx';
import { showDriver } from './testing/show-driver.tsx';

test('suspending a driver requires a reason and lists the rides that need another driver', async () => {
  const driver = buildStaffDriver({ isOnDuty: true });
  const suspension = { reason: 'Rude to a rider', at: '2026-11-20T20:00:00.000Z' };
  const path = `POST /api/ops/drivers/${driver.id}/suspend`;
  const calls = await showDriver(driver, {
    isAdmin: false,
    more: {
      [path]: [
        200,
        { driver: { ...driver, state: 'suspended', suspension, isOnDuty: false }, rides: [buildOpenRide()] },
      ],
    },
  });
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }));

  const dialog = await screen.findByRole('dialog', { name: 'Suspend Maria Delgado?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await within(dialog).findByText('Please say why.')).toBeVisible();
  expect(within(dialog).getByLabelText('Reason')).toHaveFocus();

  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: ' Rude to a rider ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  const list = await screen.findByRole('list', { name: '1 ride needs another driver' });
  expect(within(list).getByText('Hannah Cho')).toBeVisible();
  expect(calls.find(({ call }) => call === path)?.body).toEqual({ reason: 'Rude to a rider' });

  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Rude to a rider')).toBeVisible();
  // Only admins can reinstate.
  expect(screen.queryByRole('button', { name: 'Reinstate' })).toBeNull();
});

test('a driver whose suspension got no answer is shown as the server has them by then', async () => {
  const driver = buildStaffDriver();
  const suspension = { reason: 'Rude to a rider', at: '2026-11-20T20:00:00.000Z' };
  const replies: ApiReplies = { [`POST /api/ops/drivers/${driver.id}/suspend`]: [504, {}] };
  await showDriver(driver, { more: replies });
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Maria Delgado?' });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Rude to a rider' } });
  replies[`GET /api/ops/drivers/${driver.id}`] = [
    200,
    { driver: { ...driver, state: 'suspended', suspension } },
  ];

  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));

  expect(await within(dialog).findByText('The server didn’t answer. Please try again.')).toBeVisible();
  expect(await screen.findByText('Why they are suspended')).toBeInTheDocument();
});

test('an admin reinstates a driver', async () => {
  const active = buildStaffDriver();
  const suspension = { reason: 'Insurance ended', at: '2026-11-18T18:00:00.000Z' };
  await showDriver(
    { ...active, state: 'suspended', suspension },
    { more: { [`POST /api/ops/drivers/${active.id}/reinstate`]: [200, { driver: active }] } },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reinstate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reinstate Maria Delgado?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reinstate' }));
  expect(await screen.findByRole('button', { name: 'Suspend' })).toBeVisible();
});

test('a driver who has changed since is shown as they are now, and can then be reinstated', async () => {
  const active = buildStaffDriver();
  const suspended = { ...active, state: 'suspended' as const };
  const suspension = (reason: string) => ({ reason, at: '2026-11-18T18:00:00.000Z' });
  const read = `GET /api/ops/drivers/${active.id}`;
  const write = `POST /api/ops/drivers/${active.id}/reinstate`;
  const message = 'Dana Reyes changed this driver just now. Please look again, then reinstate.';
  const replies: ApiReplies = { [write]: [409, { code: 'VERSION_CONFLICT', message }] };
  const calls = await showDriver(
    { ...suspended, version: 4, suspension: suspension('Insurance ended') },
    { more: replies },
  );
  const reinstate = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Reinstate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reinstate Maria Delgado?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reinstate' }));
    return dialog;
  };
  replies[read] = [200, { driver: { ...suspended, version: 5, suspension: suspension('License ended') } }];

  const dialog = await reinstate();
  expect(await within(dialog).findByText(message)).toBeVisible();
  expect(await screen.findByText('License ended')).toBeInTheDocument();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Leave it' }));
  replies[write] = [200, { driver: active }];
  await reinstate();

  expect(await screen.findByRole('button', { name: 'Suspend' })).toBeVisible();
  expect(sent(calls, write)).toEqual([{ version: 4 }, { version: 5 }]);
});

test('a driver’s page shows their rating and the comments of riders', async () => {
  await showDriver(buildStaffDriver());

  expect(await screen.findByText('average of the 5 rides')).toBeVisible();
  expect(screen.getByText('4.80')).toBeVisible();
  expect(screen.getByRole('img', { name: '2 of 5, Fair' })).toBeVisible();
  expect(screen.getByText('Late')).toBeVisible();
});

test('a late reply about one driver does not take the place of another who was opened since', async () => {
  const [first, next] = [buildStaffDriver(), buildStaffDriver({ name: 'Sam Ortega' })];
  const [asked, answer] = [deferred<void>(), deferred<readonly [number, unknown]>()];
  await answerApi({
    [`GET /api/ops/drivers/${first.id}`]: [200, { driver: first }],
    [`GET /api/ops/drivers/${next.id}`]: [200, { driver: next }],
    [`PATCH /api/ops/drivers/${first.id}`]: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const page = (driverId: string) => (
    <MemoryRouter>
      <DriverScreen driverId={driverId} isAdmin />
    </MemoryRouter>
  );
  const { rerender } = render(page(first.id));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit documents and hours' }));
  fireEvent.submit(await screen.findByRole('form'));
  await act(() => asked.promise);
  rerender(page(next.id));
  await screen.findByRole('heading', { level: 1, name: 'Sam Ortega' });

  answer.resolve([200, { driver: { ...first, version: 2 } }]);
  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Driver saved');

  expect(screen.getByRole('heading', { level: 1, name: 'Sam Ortega' })).toBeVisible();
});
