// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
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
