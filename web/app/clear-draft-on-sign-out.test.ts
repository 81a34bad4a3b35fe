import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EMPTY_DRAFT } from '#web/features/booking/draft.ts';
import { clearDraft, editDraft, useDraftStore } from '#web/features/booking/draft-store.ts';
import { clearSignedOut, markSignedOut, receiveSession } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { clearDraftOnSignOut } from './clear-drafts-on-sign-out.ts';

const alex = buildSession({ rider: buildUser() });
const robin = buildSession({ rider: buildUser() });
const nobody = buildSession();

const TYPED = { customerPhone: '(702) 555-0142', dropoffLocation: 'Sphere' };

beforeEach(() => {
  fakeStorage();
  receiveSession(nobody);
  clearDraft();
  onTestFinished(clearDraftOnSignOut());
});

/** Returns the form's state, after all dynamic imports have settled. */
async function draft() {
  await vi.dynamicImportSettled();
  return useDraftStore.getState();
}

test('a booking draft typed by a visitor is kept when they sign in', async () => {
  editDraft(TYPED);
  receiveSession(alex);

  expect(await draft()).toMatchObject(TYPED);
});

test('the booking draft is cleared on sign-out', async () => {
  receiveSession(alex);
  editDraft(TYPED);
  markSignedOut();
  receiveSession(nobody);

  expect(await draft()).toEqual(EMPTY_DRAFT);
});

test('an expired session keeps the booking draft for the same rider and clears it for another', async () => {
  receiveSession(alex);
  clearSignedOut();
  editDraft(TYPED);
  receiveSession(nobody);
  receiveSession(alex);
  expect(await draft()).toMatchObject(TYPED);

  receiveSession(nobody);
  expect(await draft()).toMatchObject(TYPED);
  receiveSession(robin);
  expect(await draft()).toEqual(EMPTY_DRAFT);
});
