// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { buildDraft } from './testing/build-draft.ts';

const REQUEST = 'POST /api/rides';
const requested = { ride: buildUnpaidRide(), clientSecret: 'pi_1_secret_1' };
const user = userEvent.setup();

// Faked for the whole file: a reply that arrives after its test would give the next test a wrong server
// clock.
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/**
 * Opens the form on a fresh page with its own module instances. The draft comes from the tab's storage, or is
 * filled in before the first render (`isKept: false`).
 */
async function beginPage({ isKept = true } = {}) {
  vi.resetModules();
  sessionStorage.clear();
  if (isKept) sessionStorage.setItem('booking-draft', JSON.stringify(buildDraft()));
  else (await import('./draft-store.ts')).editDraft(buildDraft());
  const { renderForm } = await import('./testing/render-form.tsx');
  const { useToastStore } = await import('#web/components/ui/toast.ts');
  const { LOAD_AGAIN } = await import('#web/components/ui/load-again.tsx');
  const loadAgain = vi.spyOn(LOAD_AGAIN, 'onPress').mockReturnValue();
  const newestToast = () => useToastStore.getState().newest;
  return { ...renderForm(buildUser()), newestToast, loadAgain, LOAD_AGAIN };
}

const offline = () => {
  throw new Error('offline');
};
type Factory = Parameters<typeof vi.doMock>[1];

/**
 * Mocks a module of the next page with a factory. A factory that fails does so once: the next `import()` gets
 * the real module.
 */
function mockModule(path: string, factory: Factory) {
  vi.doMock(path, factory);
  onTestFinished(() => void vi.doUnmock(path));
}

const submit = () => user.click(screen.getByRole('button', { name: /^Request Ride/ }));

test('a request pressed before the stored draft has loaded sends the stored draft, not an empty form', async () => {
  const calls = await answerApi({ [REQUEST]: [201, requested] });
  const reading = deferred<void>();
  mockModule('./stored-draft.ts', async (importOriginal) => {
    await reading.promise;
    return importOriginal();
  });
  const { onRequested } = await beginPage();

  await submit();
  expect(screen.getByRole('button', { name: 'Requesting...' })).toBeVisible();
  reading.resolve();

  await waitFor(() => expect(onRequested).toHaveBeenCalledOnce());
  expect(sent(calls, REQUEST)[0]).toMatchObject({
    dropoffLocation: buildDraft().dropoffLocation,
  });
});

test('a request is validated even if the stored draft fails to load, and the stored draft is kept', async () => {
  await answerApi({});
  mockModule('./stored-draft.ts', offline);
  const { newestToast } = await beginPage();

  await submit();

  await waitFor(() => expect(newestToast()?.title).toBe('Contact information required'));
  expect(sessionStorage.getItem('booking-draft')).toContain(buildDraft().dropoffLocation);
});

test('if the validation code fails to load, the form is kept and reloading the page is offered', async () => {
  await answerApi({});
  mockModule('./send-form.ts', offline);
  const { newestToast, LOAD_AGAIN } = await beginPage();

  // Clicks without focus, since focusing the form preloads the validation code.
  act(() => screen.getByRole('button', { name: 'Request Ride' }).click());

  await waitFor(() => expect(newestToast()).not.toBeNull());
  expect(newestToast()).toMatchObject({
    title: 'Error',
    description: 'Failed to request ride',
    action: LOAD_AGAIN,
  });
  expect(sessionStorage.getItem('booking-draft')).toContain(buildDraft().dropoffLocation);
});

test('a complete form is not called incomplete while the fare loads, and on return the fare shows at once', async () => {
  await answerApi({});
  const coming = deferred<void>();
  mockModule('./fare-estimate.tsx', async (importOriginal) => {
    await coming.promise;
    return importOriginal();
  });
  const { leave, comeBack } = await beginPage();

  await screen.findByDisplayValue(buildDraft().dropoffLocation);
  await waitFor(() => expect(screen.queryByText(/^Enter pickup/)).toBeNull());
  coming.resolve();
  expect(await screen.findByText('$233.58')).toBeVisible();

  leave();
  comeBack();
  expect(screen.getByText('$233.58')).toBeVisible();
});

test.each([
  ['the fare', './fare-estimate.tsx'],
  ['the fields of codes', './codes/code-fields.tsx'],
])('if the code of %s fails to load, reloading the page is offered', async (_part, path) => {
  await answerApi({});
  mockModule(path, offline);
  const { loadAgain } = await beginPage({ isKept: false });

  const button = await screen.findByText('Reload the page');
  act(() => button.click());

  expect(loadAgain).toHaveBeenCalledOnce();
});
