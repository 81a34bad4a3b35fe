// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { BookByPhone } from './ride/booking/book-by-phone.tsx';

test('Escape first closes the open list of places and keeps what was typed, and only then the panel', async () => {
  await answerApi({});
  const onClose = vi.fn();
  render(<BookByPhone onClose={onClose} onBooked={() => {}} />);
  const field = await screen.findByRole('combobox', { name: 'From' });
  await userEvent.type(field, 'wynn');
  await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'true'));

  await userEvent.keyboard('{Escape}');

  expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(field).toHaveValue('wynn');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
