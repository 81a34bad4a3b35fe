// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnDriver, WeeklyHours } from '#common/drivers/driver.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { receiveDriver, useDriver, useDriverStore } from './driver-store.ts';
import { MyHours } from './my-hours.tsx';

const READ = 'GET /api/driver';
const SAVE = 'PUT /api/driver/hours';
const MONDAY = { weekday: 1, from: '08:00', to: '16:00' };
const EARLY = { ...MONDAY, from: '06:00' };
const LATE = { ...MONDAY, from: '10:00' };
const FRIDAY = { weekday: 5, from: '16:00', to: '23:30' };
const NOTICE =
  'Changed by dispatch or in another window of yours, and now up to date: hours on Monday. Please check them, then save.';

const driverOf = (weeklyHours: WeeklyHours): OwnDriver => buildOwnDriver({ weeklyHours });
const handleClose = vi.fn();

/** The dialog on a page that keeps the driver up to date. */
function Page() {
  const driver = useDriver(DRIVER_ID);
  return driver && <MyHours driver={driver} onClose={handleClose} />;
}

/** Opens the dialog of a driver who works on Mondays. The server accepts what is saved. */
async function openHours() {
  const replies: ApiReplies = {
    [READ]: [200, driverOf([MONDAY])],
    [SAVE]: ({ body }) => [200, buildOwnDriver(body as Pick<OwnDriver, 'weeklyHours'>)],
  };
  const calls = await answerApi(replies);
  render(<Page />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Weekly hours' }));
  const day = (name: string) => within(dialog.getByRole('group', { name }));
  return {
    dialog,
    day,
    typeFrom: (from: string) =>
      fireEvent.change(day('Monday').getByLabelText('From'), { target: { value: from } }),
    save: () => fireEvent.click(dialog.getByRole('button', { name: 'Save' })),
    /** Saves hours as staff or another page would. This page receives no event. */
    store: (hours: WeeklyHours) => {
      replies[READ] = [200, driverOf(hours)];
    },
    replies,
    saved: () => sent(calls, SAVE),
  };
}

beforeEach(() => {
  receiveDriver(null);
  useToastStore.setState({ newest: null });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  handleClose.mockReset();
  vi.restoreAllMocks();
});

test('hours that staff add on another day while the dialog is open are shown, and saved with the edit', async () => {
  const { dialog, day, typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');
  day('Monday').getByLabelText('To').focus();

  store([MONDAY, FRIDAY]);
  // As after a `driver:changed` event.
  act(resyncLists);
  expect(await dialog.findByRole('group', { name: 'Friday' })).toBeVisible();
  expect(day('Monday').getByLabelText('From')).toHaveValue('06:00');
  expect(day('Monday').getByLabelText('To')).toHaveFocus();
  expect(dialog.getByRole('alert')).toBeEmptyDOMElement();
  save();

  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [EARLY, FRIDAY] }]);
});

test('a day changed by both the driver and staff shows the stored hours and names the day', async () => {
  const { dialog, day, typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');

  store([LATE, FRIDAY]);
  act(resyncLists);
  expect(await dialog.findByText(NOTICE)).toHaveAttribute('role', 'alert');
  expect(day('Monday').getByLabelText('From')).toHaveValue('10:00');

  // The notice stays after later changes.
  store([LATE]);
  act(resyncLists);
  await waitFor(() => expect(dialog.queryByRole('group', { name: 'Friday' })).toBeNull());
  expect(dialog.getByText(NOTICE)).toBeVisible();

  typeFrom('06:00');
  save();
  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [EARLY] }]);
});

test('hours added elsewhere on another day are kept when the driver saves, even without an event', async () => {
  const { typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');
  store([MONDAY, FRIDAY]);
  save();

  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [EARLY, FRIDAY] }]);
});

test('a conflicting day found while saving is shown instead of saved, and the next press saves', async () => {
  const { dialog, typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');
  store([LATE]);
  save();

  expect(await dialog.findByText(NOTICE)).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  await callsArrived();
  expect(saved()).toEqual([]);
  expect(handleClose).not.toHaveBeenCalled();

  typeFrom('07:00');
  save();
  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [{ ...MONDAY, from: '07:00' }] }]);
});

test('hours that staff save between reading and saving are merged, and saved once more', async () => {
  const { typeFrom, save, saved, replies } = await openHours();
  typeFrom('06:00');
  replies[READ] = [200, buildOwnDriver({ weeklyHours: [MONDAY], version: 1 })];
  const accept = replies[SAVE] ?? [503, {}];
  replies[SAVE] = () => {
    replies[READ] = [200, buildOwnDriver({ weeklyHours: [MONDAY, FRIDAY], version: 2 })];
    replies[SAVE] = accept;
    return [409, { code: 'VERSION_CONFLICT', message: 'Robin Hale changed this driver just now.' }];
  };
  save();

  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([
    { weeklyHours: [EARLY], version: 1 },
    { weeklyHours: [EARLY, FRIDAY], version: 2 },
  ]);
});

test('nothing is saved if the stored hours cannot be read, and the typed hours stay', async () => {
  const { day, typeFrom, save, saved, replies } = await openHours();
  typeFrom('06:00');
  replies[READ] = [503, {}];
  save();

  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({ description: 'Failed to save your hours' }),
  );
  await callsArrived();
  expect(saved()).toEqual([]);
  expect(day('Monday').getByLabelText('From')).toHaveValue('06:00');
});

test('nothing is saved to the account of another driver who has signed in meanwhile', async () => {
  const { typeFrom, save, saved, replies } = await openHours();
  typeFrom('06:00');
  replies[READ] = [200, buildOwnDriver({ id: 'f'.repeat(24), weeklyHours: [MONDAY] })];
  save();

  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({
      kind: 'error',
      description: 'Another driver is signed in now. Your hours were not saved.',
    }),
  );
  await callsArrived();
  expect(saved()).toEqual([]);
});

test('a validation error survives a reload of the same hours, and is removed when the hours change', async () => {
  const { dialog, typeFrom, save, store } = await openHours();
  const wrong = 'Please enter a time such as 16:00.';
  typeFrom('');
  save();
  expect(await dialog.findByText(wrong)).toBeVisible();

  const { driver } = useDriverStore.getState();
  act(resyncLists);
  await expect.poll(() => useDriverStore.getState().driver).not.toBe(driver);
  expect(dialog.getByText(wrong)).toBeVisible();

  store([LATE]);
  act(resyncLists);
  await waitFor(() => expect(dialog.queryByText(wrong)).toBeNull());
});

test('Add hours adds a row for the day after the last row, and focuses it', async () => {
  const { dialog, day, save, saved } = await openHours();
  const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add hours' }));
  add();
  expect(day('Tuesday').getByLabelText('Day')).toHaveFocus();
  add();
  expect(day('Wednesday').getByLabelText('Day')).toHaveFocus();
  save();

  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [MONDAY, { ...MONDAY, weekday: 2 }, { ...MONDAY, weekday: 3 }] }]);
});

test('Add hours after a Saturday adds Sunday, and without any row adds Monday', async () => {
  const { dialog, day } = await openHours();
  const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add hours' }));
  fireEvent.change(day('Monday').getByLabelText('Day'), { target: { value: '6' } });
  add();
  expect(day('Sunday').getByLabelText('Day')).toHaveFocus();

  for (const name of ['Saturday', 'Sunday'])
    fireEvent.click(dialog.getByRole('button', { name: `Remove: ${name}` }));
  add();
  expect(day('Monday').getByLabelText('Day')).toHaveFocus();
});

test('the error of a removed row disappears, and another row is validated only when saved', async () => {
  const { dialog, day, typeFrom, save } = await openHours();
  const wrong = 'Please enter a time such as 16:00.';
  typeFrom('');
  save();
  expect(await dialog.findByText(wrong)).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Add hours' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Remove: Monday' }));
  expect(day('Tuesday').getByLabelText('From')).toBeValid();
  expect(dialog.queryByText(wrong)).toBeNull();

  fireEvent.change(day('Tuesday').getByLabelText('From'), { target: { value: '' } });
  save();
  expect(await dialog.findByText(wrong)).toBeVisible();
});
