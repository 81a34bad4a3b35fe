// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { receiveSession } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { OpsConsole } from './ops-console.tsx';

test('an unknown console address shows a 404 page that links back to Rides, not to the public site', async () => {
  receiveSession(buildSession({ staff: buildUser({ role: 'dispatcher' }) }));
  render(
    <MemoryRouter initialEntries={['/ops/nowhere']}>
      <Routes>
        <Route path="/ops/*" element={<OpsConsole />} />
      </Routes>
    </MemoryRouter>,
  );

  await screen.findByRole('heading', { name: '404 Page Not Found' });
  expect(screen.getByRole('link', { name: 'Back to Rides' })).toHaveAttribute('href', '/ops');
  expect(screen.queryByRole('link', { name: 'Book a ride' })).toBeNull();
});
