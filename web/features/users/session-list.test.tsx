// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { UserSession } from '#common/users/account.ts';
import type { Role } from '#common/users/user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { SessionList } from './session-list.tsx';

const PHONE = 'b'.repeat(43);
const TABLET = 'c'.repeat(43);

const buildSession = (overrides: Partial<UserSession>): UserSession => ({
  key: 'a'.repeat(43),
  device: 'Chrome on Windows',
  network: null,
  signedInAt: '2026-11-02T16:05:00.000Z',
  seenAt: '2026-11-19T05:20:00.000Z',
  isCurrent: false,
  ...overrides,
});

function Devices({ role = 'rider', more = [] }: { role?: Role; more?: UserSession[] }) {
  const [sessions, setSessions] = useState([
    buildSession({ isCurrent: true }),
    buildSession({ key: PHONE, device: 'Safari on iPhone' }),
    ...more,
  ]);
  return <SessionList role={role} sessions={sessions} onEnded={setSessions} />;
}

test.each(['Sign out Safari on iPhone', 'Sign out everywhere else'])(
  '%s: the focus moves to the list, because the pressed button is gone',
  async (name) => {
    await answerApi({
      [`DELETE /api/account/sessions/${PHONE}?role=rider`]: [204, null],
      'DELETE /api/account/sessions?role=rider': [204, null],
    });
    render(<Devices />);

    await userEvent.click(screen.getByRole('button', { name }));

    await expect.poll(() => screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('list', { name: 'Signed-in devices' })).toHaveFocus();
  },
);

test('a device can be signed out while another is being signed out', async () => {
  const answered = deferred<readonly [number, null]>();
  const calls = await answerApi({
    [`DELETE /api/account/sessions/${PHONE}?role=rider`]: () => answered.promise,
    [`DELETE /api/account/sessions/${TABLET}?role=rider`]: [204, null],
  });
  render(<Devices more={[buildSession({ key: TABLET, device: 'Chrome on Android' })]} />);
  const buttonOf = (device: string) => screen.queryByRole('button', { name: `Sign out ${device}` });

  await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await expect.poll(() => calls.length).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));

  await expect.poll(() => buttonOf('Chrome on Android')).toBeNull();
  expect(buttonOf('Safari on iPhone')).toHaveAttribute('aria-disabled', 'true');
  answered.resolve([204, null]);
  await expect.poll(() => buttonOf('Safari on iPhone')).toBeNull();
});
