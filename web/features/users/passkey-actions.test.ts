// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { choosePasskey, offerPasskeys } from './passkey-actions.ts';

const ASK = 'POST /api/session/passkey/options';

const browser = vi.hoisted(() => {
  let cancel = () => {};
  const prompt = () =>
    new Promise((_resolve, reject) => {
      cancel = () => reject(Object.assign(new Error('cancelled'), { name: 'AbortError' }));
    });
  return {
    startAuthentication: vi.fn((_options: { useBrowserAutofill?: boolean }) => {
      cancel();
      return prompt();
    }),
    cancelCeremony: vi.fn(() => cancel()),
  };
});
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: browser.startAuthentication,
  WebAuthnAbortService: { cancelCeremony: browser.cancelCeremony },
}));

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
});

/** The options of a challenge that is to be replaced after this time. */
const optionsFor = (ms: number) =>
  [200, { challenge: 'e30', rpId: 'localhost', timeout: 60_000 + ms, userVerification: 'required' }] as const;

/** Offers passkeys until the test is over. */
function offer(): void {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  void offerPasskeys(leaving.signal);
}

/** Yields to pending callbacks. */
async function pass(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

const promptsShown = () => browser.startAuthentication.mock.calls.length;

test('the offer of passkeys gets a new challenge before its challenge expires', async () => {
  const calls = await answerApi({ [ASK]: () => optionsFor(calls.length > 1 ? 240_000 : 20) });

  offer();

  await expect.poll(promptsShown).toBe(2);
  expect(calls).toHaveLength(2);
});

test('an offer in a hidden page gets a new challenge once the page is shown', async () => {
  const calls = await answerApi({ [ASK]: () => optionsFor(calls.length > 1 ? 240_000 : 20) });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  offer();
  await expect.poll(() => browser.cancelCeremony.mock.calls.length).toBe(1);
  await pass();
  expect(calls).toHaveLength(1);

  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(promptsShown).toBe(2);
});

test('a passkey chosen by the button ends the offer, also one whose challenge is on its way', async () => {
  const first = deferred<void>();
  const log: string[] = [];
  const calls = await answerApi({
    [ASK]: async () => {
      log.push('asked');
      if (calls.length === 1) await first.promise;
      log.push('answered');
      return optionsFor(240_000);
    },
  });
  offer();
  await expect.poll(() => log).toEqual(['asked']);

  choosePasskey().catch(() => {});
  await pass();
  first.resolve();

  await expect.poll(() => log).toEqual(['asked', 'answered', 'asked', 'answered']);
  await expect.poll(promptsShown).toBeGreaterThan(0);
  await pass();
  expect(browser.startAuthentication.mock.lastCall?.[0].useBrowserAutofill).toBeUndefined();
});
