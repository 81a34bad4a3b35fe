// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnDriver, WeeklyHours } from '#common/drivers/driver.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
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

test('hours that staff add to another day meanwhile are shown, and saved with what was typed', async () => {
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

test('a day that both changed is as it is stored, and the driver reads which', async () => {
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

test('hours of another day that this page was not told of are saved too', async () => {
  const { typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');
  store([MONDAY, FRIDAY]);
  save();

  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [EARLY, FRIDAY] }]);
});

test('where this page was not told of a day that both changed, Save says so, and saves at the next press', async () => {
  const { dialog, typeFrom, store, save, saved } = await openHours();
  typeFrom('06:00');
  store([LATE]);
  save();

  expect(await dialog.findByText(NOTICE)).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(saved()).toEqual([]);
  expect(handleClose).not.toHaveBeenCalled();

  typeFrom('07:00');
  save();
  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ weeklyHours: [{ ...MONDAY, from: '07:00' }] }]);
});

test('nothing is saved over hours that cannot be read, and what was typed stays', async () => {
  const { day, typeFrom, save, saved, replies } = await openHours();
  typeFrom('06:00');
  replies[READ] = [503, {}];
  save();

  await waitFor(() =>
    expect(useToastStore.getState().newest).toMatchObject({ description: 'Failed to save your hours' }),
  );
  expect(saved()).toEqual([]);
  expect(day('Monday').getByLabelText('From')).toHaveValue('06:00');
});

test('what is wrong stays beside its field when the same hours are read again, and goes when rows have moved', async () => {
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

test('hours that are added are those of the day after the last row, and have the focus', async () => {
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

test('after Saturday comes Sunday, and without a row Monday', async () => {
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

test('what is wrong with a row goes with it, and is said of another only once that is saved', async () => {
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
