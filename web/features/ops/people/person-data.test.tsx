// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, callsArrived } from '#web/testing/serve-api.ts';
import { PersonDataDialog } from './person-data.tsx';

const person = { id: 'c'.repeat(24), name: 'Alex Morgan' };
const PATH = `POST /api/ops/people/${person.id}`;

test('deleting an account asks for confirmation, and a refusal shows its reason', async () => {
  const message = 'A refund is on its way to you. Please try again once it has arrived.';
  const calls = await answerApi({ [`${PATH}/deletion`]: [409, { code: 'ACCOUNT_IN_USE', message }] });
  const onDeleted = vi.fn();
  render(<PersonDataDialog person={person} onClose={vi.fn()} onDeleted={onDeleted} />);

  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await callsArrived();
  expect(calls).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }));

  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(onDeleted).not.toHaveBeenCalled();
});

test('a deleted account is reported to the list, and the dialog closes', async () => {
  await answerApi({ [`${PATH}/deletion`]: [202, null] });
  const [onClose, onDeleted] = [vi.fn(), vi.fn()];
  render(<PersonDataDialog person={person} onClose={onClose} onDeleted={onDeleted} />);

  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }));

  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onDeleted).toHaveBeenCalledOnce();
});
