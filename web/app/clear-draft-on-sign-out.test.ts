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

test('what a visitor typed is there after signing in', async () => {
  editDraft(TYPED);
  receiveSession(alex);

  expect(await draft()).toMatchObject(TYPED);
});

test('nothing of a form stays after signing out', async () => {
  receiveSession(alex);
  editDraft(TYPED);
  markSignedOut();
  receiveSession(nobody);

  expect(await draft()).toEqual(EMPTY_DRAFT);
});

test('a session that ran out costs its rider nothing, and tells the next one nothing', async () => {
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
