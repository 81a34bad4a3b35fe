// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useSessionStore } from './session-store.ts';

const SPEND = 'POST /api/password-resets/spend';
const ASK = 'POST /api/session/passkey/options';
const ENTER = 'POST /api/session/passkey';
const USER_ID = 'b'.repeat(24);

const startAuthentication = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }));

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

async function save(replies: object = {}) {
  const calls = await answerApi({
    [SPEND]: [401, { code: 'PASSKEY_REQUIRED', message: 'Please sign in with your passkey.' }],
    ...replies,
  });
  const onReset = vi.fn();
  render(
    <MemoryRouter>
      <ResetPasswordForm
        token={'x'.repeat(40)}
        email="dana@example.com"
        onReset={onReset}
        onSpent={() => {}}
        onHalfSignedIn={() => {}}
      />
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'nine silver limousines' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await screen.findByRole('heading', { name: 'Your password is saved' });
  return { calls, onReset };
}

test('after a password reset, an account that needs a passkey signs in with it', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  startAuthentication.mockResolvedValue({
    ...{ id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' },
    response: {
      ...{ clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
      userHandle: Buffer.from(USER_ID, 'hex').toString('base64url'),
    },
  });
  const staff = buildUser({ id: USER_ID, role: 'admin', username: 'dana@example.com' });
  const { calls, onReset } = await save({
    [ASK]: [200, { challenge: 'e30', rpId: 'localhost', timeout: 60_000, userVerification: 'required' }],
    [ENTER]: [200, buildSession({ staff })],
  });
  expect(screen.queryByLabelText('New password')).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Use a passkey instead' }));

  await expect.poll(() => onReset).toHaveBeenCalledWith('staff');
  expect(sent(calls, SPEND)).toHaveLength(1);
});

test('after a password reset, a browser without passkeys gets a link to sign in', async () => {
  await save();

  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/sign-in');
  expect(screen.queryByRole('button')).toBeNull();
});
