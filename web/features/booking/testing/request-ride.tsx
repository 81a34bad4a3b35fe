import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearDraft, editDraft } from '../draft-store.ts';
import { buildDraft } from './build-draft.ts';

export const REQUEST = 'POST /api/rides';
export const requested = { ride: buildUnpaidRide(), clientSecret: 'pi_1_secret_1' };
export const rider = buildUser();
export const user = userEvent.setup();

/** Fills in the form and sets the clock. Called before each test. */
export function fillForm(): void {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  clearDraft();
  editDraft(buildDraft());
  useToastStore.setState({ newest: null });
}

/** Restores the clock. Called after each test. */
export const leaveForm = (): void => void vi.useRealTimers();

/** Mocks the API with a configuration and these replies. @returns the ride requests received so far */
export async function answer(replies: ApiReplies) {
  const calls = await answerApi(Object.assign(replies, { 'GET /api/config': [200, buildConfig()] }));
  return () => calls.filter(({ call }) => call === REQUEST);
}

export const toast = () => useToastStore.getState().newest;

export const newestToast = () => {
  const newest = toast();
  return newest && [newest.title, newest.description];
};

export const submit = () => user.click(screen.getByRole('button', { name: /^Request Ride|^Requesting/ }));
