// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { StaffRates } from '#common/fares/rates-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { RatesScreen } from './rates-screen.tsx';

const RATES = '/api/ops/rates';
const SEEDED: StaffRates = {
  ...SEEDED_RATES,
  state: 'scheduled',
  version: 0,
  changedBy: null,
  changedAt: null,
};
const DRAFT: StaffRates = {
  ...SEEDED,
  id: 'd'.repeat(24),
  effectiveFrom: '2026-12-01',
  state: 'draft',
  version: 1,
  changedBy: 'Robin Hale',
  changedAt: '2026-11-20T20:00:00.000Z',
};
const withHummerAt = (hourlyCents: number): StaffRates => ({
  ...DRAFT,
  vehicles: { ...SEEDED.vehicles, 'hummer-18': { hourlyCents, p2pCents: hourlyCents - 1_000 } },
});
const listed = (draft: StaffRates | null, ...scheduled: StaffRates[]) =>
  [200, { versions: [...scheduled, SEEDED], next: null, draft }] as const;

beforeEach(() => useToastStore.setState({ newest: null }));

/** The page on Friday, November 20, 2026. */
async function open(replies: ApiReplies = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:12:00Z') });
  const all: ApiReplies = { [`GET ${RATES}?limit=100`]: listed(null), ...replies };
  const calls = await answerApi(all);
  render(
    <MemoryRouter initialEntries={['/ops/pricing']}>
      <RatesScreen />
    </MemoryRouter>,
  );
  await screen.findByRole('table', { name: 'Rates of each vehicle' });
  return { calls, all, user: userEvent.setup() };
}

const cell = (name: string | RegExp) => screen.findByRole('button', { name });
const example = () => within(screen.getByRole('region', { name: 'Example fare' }));
const fares = () =>
  within(example().getByRole('row', { name: /^Fare / }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a figure is edited in its place: the ride follows the hour, and the example every key', async () => {
  const { user } = await open();

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

test('Tab goes on to the next figure, Escape takes back, and what is out of its limits does not count', async () => {
  const { user } = await open();

  await user.click(await cell('Shuttle 45, by the ride: $225.00'));
  await user.keyboard('9999999');
  expect(screen.getByRole('alert')).toHaveTextContent('$1 to $5,000');
  await user.tab();
  const fuel = screen.getByRole('textbox', { name: 'Fuel surcharge, each hour' });
  expect(fuel).toHaveFocus();
  await user.keyboard('7.50');
  expect(fares()[1]).not.toBe('$627.15');
  await user.keyboard('{Escape}');

  expect(await cell('Fuel surcharge, each hour: $6.00')).toHaveFocus();
  expect(fares()).toEqual(['$627.15', '$627.15']);
});

test('new rates are saved and scheduled for their day', async () => {
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { calls, all, user } = await open({
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

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Rates scheduled'));
  const [saved, sent] = calls.filter(({ call }) => call.startsWith('POST'));
  expect(saved?.body).toMatchObject({
    effectiveFrom: '2026-12-01',
    vehicles: { 'hummer-18': { hourlyCents: 15_500, p2pCents: 14_500 } },
  });
  expect(sent?.body).toEqual({ version: 1, confirmLargeChange: false });
  expect(await cell('Version 2, scheduled')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Take it back' })).toBeVisible();
});

test('what is typed while a draft is on its way stays, as a change of what was saved', async () => {
  const saving = deferred<void>();
  const { calls, all, user } = await open({
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

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Draft saved'));
  await cell('Fuel surcharge, each hour: $7.50, was $6.00');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await vi.waitFor(() =>
    expect(calls.find(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({
      version: DRAFT.version,
    }),
  );
});

test('what is typed while rates are being scheduled is a change of the scheduled ones', async () => {
  const scheduling = deferred<void>();
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { all, user } = await open({
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

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Rates scheduled'));
  await cell('Fuel surcharge, each hour: $7.50, was $6.00');
  expect(screen.getByRole('button', { name: 'Save for 1 Dec' })).toBeVisible();
});

test('a change of more than half asks twice', async () => {
  const tenfold = withHummerAt(155_000);
  const answers = [
    [409, { code: 'LARGE_CHANGE', message: 'A Hummer 18 for 3 hours would go from $557.67 to $5,668.52.' }],
    [200, { ...tenfold, state: 'scheduled', version: 2 }],
  ] as const;
  let asked = 0;
  const { calls, user } = await open({
    [`GET ${RATES}?limit=100`]: listed(tenfold),
    [`POST ${RATES}/${DRAFT.id}/schedule`]: () => answers[asked++] ?? answers[1],
  });

  await user.click(screen.getByRole('button', { name: 'Schedule for 1 Dec' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'More than half?' }));
  expect(dialog.getByText(/would go from \$557\.67 to \$5,668\.52/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Schedule it so' }));

  await vi.waitFor(() => expect(asked).toBe(2));
  const bodies = calls.filter(({ call }) => call.endsWith('/schedule')).map(({ body }) => body);
  expect(bodies).toEqual([
    { version: 1, confirmLargeChange: false },
    { version: 1, confirmLargeChange: true },
  ]);
});

test('who comes second keeps what was typed until they reload', async () => {
  const message = 'Ada changed these rates at 4:11 PM PST. Please look at the rates again.';
  const { all, user } = await open({
    [`GET ${RATES}?limit=100`]: listed(DRAFT),
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message }],
  });
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');

  await user.click(screen.getByRole('button', { name: 'Save draft' }));

  expect(await screen.findByText(message)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
  all[`GET ${RATES}?limit=100`] = listed({ ...withHummerAt(15_000), version: 2 });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await cell('Tech fee: $10.00');
  await cell('Hummer 18, by the hour: $150.00, was $145.00');
});

/**
 * The page after the rates were read anew: what is typed is of the draft that was there first, and Ada has saved another one since.
 *
 * @param first the draft that was there, if any
 */
async function openBesideAda(first: StaffRates | null, replies: ApiReplies = {}) {
  const scheduled: StaffRates = { ...SEEDED, id: 'c'.repeat(24), effectiveFrom: '2026-12-15', version: 4 };
  const page = await open({
    [`GET ${RATES}?limit=100`]: listed(first, scheduled),
    [`PATCH ${RATES}/${scheduled.id}`]: () => {
      const saved = { ...scheduled, version: 5 };
      page.all[`GET ${RATES}?limit=100`] = listed({ ...withHummerAt(15_000), version: 2 }, saved);
      return [200, saved];
    },
    ...replies,
  });
  const { user } = page;
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');
  await user.click(await cell('Version 2, scheduled'));
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('11{Enter}');
  await user.click(await cell('Save for 15 Dec'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull());
  await user.click(await cell('Version 3, draft'));
  await cell('Tech fee: $12.00, was $10.00');
  return page;
}

const CONFLICT = 'Ada changed these rates at 4:11 PM PST. Please look at the rates again.';

test('what was changed of a draft is saved over no draft that somebody else has saved since', async () => {
  const { calls, user } = await openBesideAda(DRAFT, {
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });

  await user.click(await cell('Save draft'));

  expect(await screen.findByText(CONFLICT)).toBeVisible();
  const bodies = calls.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  expect(bodies).toMatchObject([{ version: 4 }, { version: 1 }]);
});

test('no draft is discarded that somebody else has saved since, and nobody here has looked at', async () => {
  const { calls, all, user } = await openBesideAda(DRAFT, {
    [`POST ${RATES}/${DRAFT.id}/drop`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });

  await user.click(await cell('Discard draft'));

  expect(await screen.findByText(CONFLICT)).toBeVisible();
  const drops = () => calls.filter(({ call }) => call.endsWith('/drop')).map(({ body }) => body);
  expect(drops()).toEqual([{ version: 1 }]);
  await user.click(await cell('Reload'));
  await cell('Hummer 18, by the hour: $150.00, was $145.00');
  all[`POST ${RATES}/${DRAFT.id}/drop`] = [204, null];
  await user.click(await cell('Discard draft'));
  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Draft discarded'));
  expect(drops()).toEqual([{ version: 1 }, { version: 2 }]);
});

test('new rates that were typed meanwhile are discarded without the draft that somebody else has saved', async () => {
  const { calls, user } = await openBesideAda(null);

  await user.click(await cell('Discard draft'));

  await cell('Hummer 18, by the hour: $150.00, was $145.00');
  await cell('Tech fee: $10.00');
  expect(calls.filter(({ call }) => call.endsWith('/drop'))).toEqual([]);
});

test('new rates that were typed meanwhile are saved over no draft that somebody else has saved', async () => {
  const message = 'Ada, at 4:11 PM PST, saved a draft first. Please look at the rates again.';
  const { user } = await openBesideAda(null, {
    [`POST ${RATES}`]: [409, { code: 'EDIT_CONFLICT', message }],
  });

  await user.click(await cell('Save draft'));

  expect(await screen.findByText(message)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
});

test('rates in effect are only looked at', async () => {
  const { user } = await open();

  await user.click(await cell('Version 1, in effect'));

  expect(screen.queryByRole('button', { name: /^Hummer 18, by the hour/ })).toBeNull();
  expect(screen.getByText('from the start')).toBeVisible();
});

test('rates that were saved are said to be, though the list cannot be read after it, and the next save builds on them', async () => {
  const saved = withHummerAt(15_500);
  const { calls, all, user } = await open({
    [`POST ${RATES}`]: () => {
      all[`GET ${RATES}?limit=100`] = [503, {}];
      return [201, saved];
    },
    [`PATCH ${RATES}/${DRAFT.id}`]: [200, { ...saved, version: 2 }],
  });
  await user.click(await cell('Hummer 18, by the hour: $145.00'));
  await user.keyboard('155{Enter}');
  await user.click(await cell('Save draft'));

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Draft saved'));
  await cell('Hummer 18, by the hour: $155.00, was $145.00');
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');
  await user.click(await cell('Save draft'));

  await vi.waitFor(() => expect(calls.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(1));
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  expect(calls.find(({ call }) => call.startsWith('PATCH'))?.body).toMatchObject({ version: 1 });
});

test('rates that were scheduled or taken back are shown so, though the list cannot be read after it', async () => {
  const scheduled: StaffRates = { ...withHummerAt(15_500), state: 'scheduled', version: 2 };
  const { all, user } = await open({
    [`GET ${RATES}?limit=100`]: listed(withHummerAt(15_500)),
    [`POST ${RATES}/${DRAFT.id}/schedule`]: () => {
      all[`GET ${RATES}?limit=100`] = [503, {}];
      return [200, scheduled];
    },
    [`POST ${RATES}/${DRAFT.id}/drop`]: [204, null],
  });
  await user.click(await cell('Schedule for 1 Dec'));

  expect(await cell('Version 2, scheduled')).toHaveAttribute('aria-pressed', 'true');
  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Rates scheduled'));
  await user.click(await cell('Take it back'));

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Rates taken back'));
  expect(screen.queryByRole('button', { name: 'Version 2, scheduled' })).toBeNull();
});

test('a conflict is still to be solved while the rates cannot be read again, and nothing typed is lost', async () => {
  const { all, user } = await open({
    [`GET ${RATES}?limit=100`]: listed(DRAFT),
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');
  await user.click(await cell('Save draft'));
  await screen.findByText(CONFLICT);
  all[`GET ${RATES}?limit=100`] = [503, {}];

  await user.click(await cell('Reload'));

  await vi.waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Not reloaded'));
  expect(await screen.findByText(CONFLICT)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
});
