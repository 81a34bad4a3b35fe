// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { OwnFactors } from './own-factors.tsx';

// Simulates a chunk of an earlier build, which no longer exists.
vi.mock('./recovery-codes-dialog.tsx', () => {
  throw new Error('gone');
});

const READ = 'GET /api/account/factors?role=rider';
const TOTP = { since: '2026-11-02T16:05:00.000Z', recoveryCodesLeft: 3 };

beforeEach(() => useToastStore.setState({ newest: null }));

test.each([
  ['Set up an authenticator app', null],
  ['New recovery codes', TOTP],
])('%s: no recovery codes are created when the dialog that shows them cannot load', async (label, totp) => {
  const calls = await answerApi({
    [READ]: [200, { passkeys: [], totp, isRequired: false }],
    'POST /api/account/totp': [200, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Marquee' }],
    'POST /api/account/recovery-codes': [200, { recoveryCodes: ['AAAA-BBBB-CCCC'] }],
  });
  render(<OwnFactors user={buildUser()} />);

  fireEvent.click(await screen.findByRole('button', { name: label }));

  await expect
    .poll(() => useToastStore.getState().newest?.description)
    .toBe('Nothing was changed. Please try again.');
  expect(calls.map(({ call }) => call)).toEqual([READ]);
});

test('the button of a running action shows that it runs, and the other buttons are disabled meanwhile', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await answerApi({ [READ]: [200, { passkeys: [], totp: null, isRequired: false }] });
  render(<OwnFactors user={buildUser()} />);
  const setUp = await screen.findByRole('button', { name: 'Set up an authenticator app' });
  const add = screen.getByRole('button', { name: 'Add a passkey' });

  fireEvent.click(setUp);

  expect(setUp).toHaveTextContent('Wait...');
  expect(add).toHaveTextContent('Add');
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => add.getAttribute('aria-disabled')).toBeNull();
  expect(setUp).toHaveTextContent('Set up');
});

test('the proof asks for a code that an app needs which another window turned on', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const message = 'Please enter the code of your authenticator app.';
  const calls = await answerApi({
    [READ]: [200, { passkeys: [], totp: null, isRequired: false }],
    'POST /api/account/passkeys/options': [
      403,
      { code: 'PROOF_REQUIRED', message: 'Please confirm it’s you.' },
    ],
    'POST /api/account/proof': [
      400,
      { code: 'INVALID_REQUEST', message, issues: [{ path: 'code', message }] },
    ],
  });
  render(<OwnFactors user={buildUser()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'nine silver limousines' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));

  const code = await screen.findByLabelText('Code');

  expect(code).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(code).toHaveFocus();
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ code: '123456' });
});

test('after the proof the action runs like before it: its button shows that, and the others wait', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const begin = 'POST /api/account/passkeys/options';
  const second = deferred<readonly [number, object]>();
  const replies: ApiReplies = {
    [READ]: [200, { passkeys: [], totp: null, isRequired: false }],
    [begin]: [403, { code: 'PROOF_REQUIRED', message: 'Please confirm it’s you.' }],
    'POST /api/account/proof': [200, null],
  };
  const calls = await answerApi(replies);
  render(<OwnFactors user={buildUser()} />);
  const add = await screen.findByRole('button', { name: 'Add a passkey' });
  const setUp = screen.getByRole('button', { name: 'Set up an authenticator app' });
  fireEvent.click(add);
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'nine silver limousines' } });
  replies[begin] = () => second.promise;
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await expect.poll(() => sent(calls, begin)).toHaveLength(2);

  expect(add).toHaveTextContent('Wait...');
  expect(setUp).toHaveAttribute('aria-disabled', 'true');
  second.resolve([409, { code: 'FACTOR_CONFLICT', message: 'Please remove a passkey first.' }]);
  await expect.poll(() => setUp.getAttribute('aria-disabled')).toBeNull();
  expect(add).toHaveTextContent('Add');
});

test('an action that nobody proves is over', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await answerApi({
    [READ]: [200, { passkeys: [], totp: null, isRequired: false }],
    'POST /api/account/passkeys/options': [
      403,
      { code: 'PROOF_REQUIRED', message: 'Please confirm it’s you.' },
    ],
  });
  render(<OwnFactors user={buildUser()} />);
  const add = await screen.findByRole('button', { name: 'Add a passkey' });
  fireEvent.click(add);

  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));

  await expect.poll(() => add.textContent).toBe('Add');
});

test('after a passkey is removed the focus is on the button that adds one', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const passkey = {
    ...{ id: 'a'.repeat(24), name: 'Old phone', isSynced: false },
    ...{ createdAt: TOTP.since, lastUsedAt: null },
  };
  await answerApi({
    [READ]: [200, { passkeys: [passkey], totp: null, isRequired: false }],
    [`DELETE /api/account/passkeys/${passkey.id}?role=rider`]: [204, null],
  });
  render(<OwnFactors user={buildUser()} />);
  const remove = await screen.findByRole('button', { name: 'Remove the passkey Old phone' });
  remove.focus();

  fireEvent.click(remove);

  await expect.poll(() => screen.queryByText('Old phone')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toHaveFocus();
});
