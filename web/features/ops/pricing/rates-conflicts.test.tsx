// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRates } from '#common/fares/rates-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { cell, DRAFT, listed, openRates, RATES, SEEDED, withHummerAt } from './testing/open-rates.tsx';

const CONFLICT = 'Ada changed these rates at 4:11 PM PST. Please look at the rates again.';

test('after a conflict the typed rates stay until the rates are reloaded', async () => {
  const { all, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(DRAFT),
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');

  await user.click(screen.getByRole('button', { name: 'Save draft' }));

  expect(await screen.findByText(CONFLICT)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
  all[`GET ${RATES}?limit=100`] = listed({ ...withHummerAt(15_000), version: 2 });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await cell('Tech fee: $10.00');
  await cell('Hummer 18, by the hour: $150.00, was $145.00');
});

/**
 * Opens the page and edits the draft. Saving a scheduled version then reloads the list, which contains
 * another draft that Ada saved in the meantime.
 *
 * @param first the draft stored at the start, if any
 */
async function openBesideAda(first: StaffRates | null, replies: ApiReplies = {}) {
  const scheduled: StaffRates = { ...SEEDED, id: 'c'.repeat(24), effectiveFrom: '2026-12-15', version: 4 };
  const page = await openRates({
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

test('saving edits of a draft sends the version they are based on, so a newer draft is not overwritten', async () => {
  const { calls, user } = await openBesideAda(DRAFT, {
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });

  await user.click(await cell('Save draft'));

  expect(await screen.findByText(CONFLICT)).toBeVisible();
  const bodies = calls.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  expect(bodies).toMatchObject([{ version: 4 }, { version: 1 }]);
});

test('discarding a draft sends the version that was shown, so a newer draft is not discarded unseen', async () => {
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
  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Draft discarded');
  expect(drops()).toEqual([{ version: 1 }, { version: 2 }]);
});

test('discarding unsaved new rates does not discard a draft that someone else has saved', async () => {
  const { calls, user } = await openBesideAda(null);

  await user.click(await cell('Discard draft'));

  await cell('Hummer 18, by the hour: $150.00, was $145.00');
  await cell('Tech fee: $10.00');
  expect(calls.filter(({ call }) => call.endsWith('/drop'))).toEqual([]);
});

test('when someone else saved a draft first, saving new rates reports it and keeps what was typed', async () => {
  const message = 'Ada, at 4:11 PM PST, saved a draft first. Please look at the rates again.';
  const { user } = await openBesideAda(null, {
    [`POST ${RATES}`]: [409, { code: 'EDIT_CONFLICT', message }],
  });

  await user.click(await cell('Save draft'));

  expect(await screen.findByText(message)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
});

test('a conflict and the typed rates stay when the rates cannot be reloaded', async () => {
  const { all, user } = await openRates({
    [`GET ${RATES}?limit=100`]: listed(DRAFT),
    [`PATCH ${RATES}/${DRAFT.id}`]: [409, { code: 'EDIT_CONFLICT', message: CONFLICT }],
  });
  await user.click(await cell('Tech fee: $10.00'));
  await user.keyboard('12{Enter}');
  await user.click(await cell('Save draft'));
  await screen.findByText(CONFLICT);
  all[`GET ${RATES}?limit=100`] = [503, {}];

  await user.click(await cell('Reload'));

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Not reloaded');
  expect(await screen.findByText(CONFLICT)).toBeVisible();
  await cell('Tech fee: $12.00, was $10.00');
});
