// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { firstStepIdSchema } from '#common/ops/ops-api.ts';
import type { StaffRole } from '#common/users/user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { FirstSteps } from './first-steps.tsx';

async function open(done: readonly string[], role: StaffRole = 'admin') {
  const steps = firstStepIdSchema.options.map((id) => ({ id, isDone: done.includes(id) }));
  await answerApi({ 'GET /api/ops/first-steps': [200, steps] });
  render(
    <MemoryRouter>
      <FirstSteps role={role} />
    </MemoryRouter>,
  );
}

test('an open step links to its page, and a completed step is marked as done', async () => {
  await open(['stripe', 'webhook']);

  expect(await screen.findByText(/^2 of \d done$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open People' }).getAttribute('href')).toBe('/ops/people');
  expect(screen.getByRole('heading', { name: /^Add your Stripe keys\s*Done$/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Stripe keys/ })).toBeNull();
});

test('a dispatcher gets no links to pages for admins', async () => {
  await open([], 'dispatcher');

  expect(await screen.findByText('Invite a dispatcher')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open People' })).toBeNull();
});

test('once all first steps are done, links to the other pages replace them', async () => {
  await open(firstStepIdSchema.options);

  expect(await screen.findByRole('heading', { name: 'All set' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/ops/people');
  expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull();
});
