// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRates } from '#common/fares/rates-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { clearRatesEdits } from './rates-edits.ts';
import {
  cell,
  DRAFT,
  leaveAndReturn,
  listed,
  openRates,
  RATES,
  withHummerAt,
} from './testing/open-rates.tsx';

const example = () => within(screen.getByRole('region', { name: 'Example fare' }));
const fares = () =>
  within(example().getByRole('row', { name: /^Fare / }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('editing an hourly rate in place changes the rate by the ride, and the example fare at every key', async () => {
  const { user } = await openRates();

  (await cell('Hummer 18, by the hour: $145.00')).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: 'Hummer 18, by the hour' })).toHaveFocus();
  await user.keyboard('155');

  expect(fares()).toEqual(['$627.15', '$667.39']);
  await user.keyboard('{Enter}');
  expect(await cell('Hummer 18, by the hour: $155.00, was $145.00')).toHaveFocus();
  await cell('Hummer 18, by the ride: $145.00, was $135.00');
  expect(screen.getByText('1 change')).toBeVisible();
});

test('Tab moves to the next rate, Escape reverts, and an amount outside its limits is not applied', async () => {
  const { user } = await openRates();

  await user.click(await cell('Shuttle 45, by the ride: $225.00'));
  await user.keyboard('9999999');
  expect(screen.getByRole('alert')).toHaveTextContent('$1 to $5,000');
  await user.tab();
  await cell('Shuttle 45, by the ride: $225.00');
  const fuel = screen.getByRole('textbox', { name: 'Fuel surcharge, each hour' });
  expect(fuel).toHaveFocus();
  await user.keyboard('7.50');
  expect(fares()[1]).not.toBe('$627.15');
  await user.keyboard('{Escape}');

  expect(await cell('Fuel surcharge, each hour: $6.00')).toHaveFocus();
  expect(fares()).toEqual(['$627.15', '$627.15']);
});

test.each([
  ['a fee above its limit', 'Each stop on the way: $15.00', '300'],
  ['a comma before the cents', 'Hummer 18, by the hour: $145.00', '6,50'],
  ['a comma before one digit', 'Each stop on the way: $15.00', '6,5'],
])('a rate left with %s keeps its former value', async (_, name, typed) => {
  const { user } = await openRates();

  await user.click(await cell(name));
  await user.keyboard(typed);
  expect(screen.getByRole('alert')).toBeVisible();
  await user.click(document.body);

  await cell(name);
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
});

test('thousands may be typed with a comma', async () => {
  const { user } = await openRates();

  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('1,550{Enter}');

  await cell('Hummer 18, by the hour: $1,550.00, was $145.00');
});

test('unsaved rates survive leaving the page until they are discarded or cleared at sign-out', async () => {
  const { user } = await openRates();
  const type = async () => {
    await user.click(await cell('Hummer 18, by the hour: $145.00'));
    await user.keyboard('155{Enter}');
  };
  await type();

  await leaveAndReturn();
  await cell('Hummer 18, by the hour: $155.00, was $145.00');
  await user.click(await cell('Discard draft'));
  await cell('Hummer 18, by the hour: $145.00');

  await type();
  clearRatesEdits();
  await leaveAndReturn();
  await cell('Hummer 18, by the hour: $145.00');
});

test('saved rates are not shown as unsaved changes after leaving the page and returning', async () => {
  const { all, user } = await openRates({
    [`POST ${RATES}`]: () => {
      all[`GET ${RATES}?limit=100`] = listed(withHummerAt(15_500));
      return [201, withHummerAt(15_500)];
    },
  });
  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('155{Enter}');
  await user.click(await cell('Save draft'));
  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Draft saved');

  await leaveAndReturn();

  await cell('Hummer 18, by the hour: $155.00, was $145.00');
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
});

test('new rates are saved and scheduled for their day', async () => {
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { calls, all, user } = await openRates({
    [`POST ${RATES}`]: () => {
      all[`GET ${RATES}?limit=100`] = listed(withHummerAt(15_500));
      return [201, withHummerAt(15_500)];
    },
    [`POST ${RATES}/${DRAFT.id}/schedule`]: () => {
      all[`GET ${RATES}?limit=100`] = listed(null, scheduled);
      return [200, scheduled];
    },
  });

  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('155{Enter}');
  await user.click(screen.getByRole('button', { name: 'Schedule for 1 Dec' }));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Rates scheduled');
  const [saved, sent] = calls.filter(({ call }) => call.startsWith('POST'));
  expect(saved?.body).toMatchObject({
    effectiveFrom: '2026-12-01',
    vehicles: { 'hummer-18': { hourlyCents: 15_500, p2pCents: 14_500 } },
  });
  expect(sent?.body).toEqual({ version: 1, confirmLargeChange: false });
  expect(await cell('Version 2, scheduled')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Withdraw it' })).toBeVisible();
});

test('rates typed while a draft is being saved stay as changes of the saved draft', async () => {
  const saving = deferred<void>();
  const { calls, all, user } = await openRates({
    [`POST ${RATES}`]: async () => {
      await saving.promise;
      all[`GET ${RATES}?limit=100`] = listed(withHummerAt(15_500));
      return [201, withHummerAt(15_500)];
    },
    [`PATCH ${RATES}/${DRAFT.id}`]: [200, { ...withHummerAt(15_600), version: 2 }],
  });
  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('155{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await user.click(await cell('Fuel surcharge, each hour: $6.00'));
  await user.keyboard('7.50{Enter}');
  saving.resolve();

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Draft saved');
  await cell('Fuel surcharge, each hour: $7.50, was $6.00');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await expect
    .poll(() => calls.find(({ call }) => call.startsWith('PATCH'))?.body)
    .toMatchObject({ version: DRAFT.version });
});

test('rates typed while a draft is being scheduled become changes of the scheduled version', async () => {
  const scheduling = deferred<void>();
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { all, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(withHummerAt(15_500)),
    [`POST ${RATES}/${DRAFT.id}/schedule`]: async () => {
      await scheduling.promise;
      all[`GET ${RATES}?limit=100`] = listed(null, scheduled);
      return [200, scheduled];
    },
  });
  await user.click(screen.getByRole('button', { name: 'Schedule for 1 Dec' }));
  await user.click(await cell('Fuel surcharge, each hour: $6.00'));
  await user.keyboard('7.50{Enter}');
  scheduling.resolve();

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Rates scheduled');
  await cell('Fuel surcharge, each hour: $7.50, was $6.00');
  expect(screen.getByRole('button', { name: 'Save for 1 Dec' })).toBeVisible();
});

test('scheduling a change of more than half asks for confirmation', async () => {
  const tenfold = withHummerAt(155_000);
  const answers = [
    [409, { code: 'LARGE_CHANGE', message: 'A Hummer 18 for 3 hours would go from $557.67 to $5,668.52.' }],
    [200, { ...tenfold, state: 'scheduled', version: 2 }],
  ] as const;
  let asked = 0;
  const { calls, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(tenfold),
    [`POST ${RATES}/${DRAFT.id}/schedule`]: () => answers[asked++] ?? answers[1],
  });

  await user.click(screen.getByRole('button', { name: 'Schedule for 1 Dec' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'More than half?' }));
  expect(dialog.getByText(/would go from \$557\.67 to \$5,668\.52/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }));

  await expect.poll(() => asked).toBe(2);
  const bodies = calls.filter(({ call }) => call.endsWith('/schedule')).map(({ body }) => body);
  expect(bodies).toEqual([
    { version: 1, confirmLargeChange: false },
    { version: 1, confirmLargeChange: true },
  ]);
});

test('withdrawing rates asks for confirmation if a fare then changes by more than half', async () => {
  const scheduled: StaffRates = { ...DRAFT, state: 'scheduled' };
  const message = 'On Tue 15 Dec, a Hummer 18 for 3 hours would go from $557.67 to $900.00.';
  const answers = [[409, { code: 'LARGE_CHANGE', message }] as const, [204, null] as const];
  const { calls, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(null, scheduled),
    [`POST ${RATES}/${DRAFT.id}/drop`]: () => answers.shift() ?? [204, null],
  });
  await user.click(await cell('Version 2, scheduled'));

  await user.click(await cell('Withdraw it'));
  const dialog = within(await screen.findByRole('dialog', { name: 'More than half?' }));
  expect(dialog.getByText(`${message} Is that what you mean?`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Withdraw it' }));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Rates withdrawn');
  const bodies = calls.filter(({ call }) => call.endsWith('/drop')).map(({ body }) => body);
  expect(bodies).toEqual([{ version: 1 }, { version: 1, confirmLargeChange: true }]);
});

test('rates in effect are read-only', async () => {
  const { user } = await openRates();

  await user.click(await cell('Version 1, in effect'));

  expect(screen.queryByRole('button', { name: /^Hummer 18, by the hour/ })).toBeNull();
  expect(screen.getByText('from the start')).toBeVisible();
});

test('a saved draft is reported even if the list cannot be reloaded, and the next save builds on it', async () => {
  const saved = withHummerAt(15_500);
  const { calls, all, user } = await openRates({
    [`POST ${RATES}`]: () => {
      all[`GET ${RATES}?limit=100`] = [503, {}];
      return [201, saved];
    },
    [`PATCH ${RATES}/${DRAFT.id}`]: [200, { ...saved, version: 2 }],
  });
  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('155{Enter}');
  await user.click(await cell('Save draft'));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Draft saved');
  await cell('Hummer 18, by the hour: $155.00, was $145.00');
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');
  await user.click(await cell('Save draft'));

  await expect.poll(() => calls.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(1);
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  expect(calls.find(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({ version: 1 });
});

test('scheduled or withdrawn rates are shown as such even if the list cannot be reloaded', async () => {
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { all, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(withHummerAt(15_500)),
    [`POST ${RATES}/${DRAFT.id}/schedule`]: () => {
      all[`GET ${RATES}?limit=100`] = [503, {}];
      return [200, scheduled];
    },
    [`POST ${RATES}/${DRAFT.id}/drop`]: [204, null],
  });
  await user.click(await cell('Schedule for 1 Dec'));

  expect(await cell('Version 2, scheduled')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Rates scheduled');
  await user.click(await cell('Withdraw it'));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Rates withdrawn');
  expect(screen.queryByRole('button', { name: 'Version 2, scheduled' })).toBeNull();
});
