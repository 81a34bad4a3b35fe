import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EMPTY_DRAFT } from './draft.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Imports the module anew, as after a page load. */
async function beginPage() {
  vi.resetModules();
  return import('./draft-store.ts');
}

/** Imports the module, and waits until the stored draft has been read. */
async function loadPage() {
  const page = await beginPage();
  // The page awaits the same import, and requested it earlier, so it resolves first.
  await import('./stored-draft.ts');
  await Promise.resolve();
  return page;
}

test('typed values are restored after a reload', async () => {
  const before = await loadPage();
  before.editDraft({ pickupLocation: 'Sphere', hours: '2.5' });

  const { useDraftStore } = await loadPage();
  expect(useDraftStore.getState()).toMatchObject({ pickupLocation: 'Sphere', hours: '2.5' });
});

test('clearing the draft leaves an empty form, also after a reload', async () => {
  const { editDraft, clearDraft, useDraftStore } = await loadPage();
  editDraft({ pickupLocation: 'Sphere' });
  clearDraft();
  expect(useDraftStore.getState()).toEqual(EMPTY_DRAFT);
  expect((await loadPage()).useDraftStore.getState()).toEqual(EMPTY_DRAFT);
});

test.each(['nonsense', '{"vehicleId":"tank"}', 'null'])(
  'an invalid stored draft %s is ignored',
  async (text) => {
    stored.set('booking-draft', text);
    expect((await loadPage()).useDraftStore.getState()).toEqual(EMPTY_DRAFT);
  },
);

test('an edit made before the stored draft has loaded overrides it, and both are stored', async () => {
  (await loadPage()).editDraft({ pickupLocation: 'Sphere', hours: '2.5' });

  const page = await beginPage();
  page.editDraft({ hours: '4' });
  await expect.poll(() => page.useDraftStore.getState().pickupLocation).toBe('Sphere');
  expect(page.useDraftStore.getState().hours).toBe('4');

  expect((await loadPage()).useDraftStore.getState()).toMatchObject({ pickupLocation: 'Sphere', hours: '4' });
});

test('a draft cleared before the stored draft has loaded stays empty', async () => {
  (await loadPage()).editDraft({ pickupLocation: 'Sphere' });

  const page = await beginPage();
  page.clearDraft();
  await import('./stored-draft.ts');
  await Promise.resolve();
  expect(page.useDraftStore.getState()).toEqual(EMPTY_DRAFT);
  expect((await loadPage()).useDraftStore.getState()).toEqual(EMPTY_DRAFT);
});

test('if the code that reads the stored draft fails to load, the stored draft and later edits are kept', async () => {
  (await loadPage()).editDraft({ pickupLocation: 'Sphere', hours: '2.5' });
  vi.doMock('./stored-draft.ts', () => {
    throw new Error('offline');
  });
  onTestFinished(() => void vi.doUnmock('./stored-draft.ts'));

  const page = await beginPage();
  page.editDraft({ hours: '4' });
  await vi.dynamicImportSettled();
  page.editDraft({ giftCardCode: 'MRQ-0000-1111-2222-3333', dropoffLocation: 'Wynn' });

  vi.doUnmock('./stored-draft.ts');
  expect((await loadPage()).useDraftStore.getState()).toMatchObject({
    pickupLocation: 'Sphere',
    dropoffLocation: 'Wynn',
    hours: '4',
    giftCardCode: '',
  });
});

test('an edit made while the stored draft is loading is stored even if the page is left at once', async () => {
  (await loadPage()).editDraft({ pickupLocation: 'Sphere' });

  (await beginPage()).editDraft({ hours: '4' });

  expect((await loadPage()).useDraftStore.getState()).toMatchObject({ pickupLocation: 'Sphere', hours: '4' });
});

test('the form works without storage', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  const { editDraft, useDraftStore } = await loadPage();
  editDraft({ pickupLocation: 'Sphere' });
  expect(useDraftStore.getState().pickupLocation).toBe('Sphere');
});

test('an applied promo code survives a reload, and a gift card is never stored', async () => {
  const { editDraft } = await loadPage();
  editDraft({ promoCode: 'WELCOME25', promo: buildPromo() });
  editDraft({ giftCardCode: 'MRQ-0000-1111-2222-3333' });
  editDraft({ giftCard: buildGiftCard() });

  expect((await loadPage()).useDraftStore.getState()).toMatchObject({
    promo: buildPromo(),
    giftCardCode: '',
    giftCard: null,
  });
  const kept = [...stored.values()].join();
  expect(kept).not.toContain('3333');
  expect(kept).not.toContain(buildGiftCard().id);
});
