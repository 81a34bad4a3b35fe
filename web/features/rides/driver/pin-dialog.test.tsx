// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { DriverMoves } from './driver-moves.tsx';

const ride = buildDriverRide({
  enRouteAt: '2026-11-21T00:00:00.000Z',
  arrivedAt: '2026-11-21T00:10:00.000Z',
});
const MOVE = `PATCH /api/rides/${ride.id}/status`;

const refusal = (code: string, message: string): [number, object] => [409, { code, message }];

/** Renders the ride's buttons and presses Start Ride. */
async function start() {
  render(
    <MemoryRouter>
      <DriverMoves ride={ride} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));
}

test('a PIN is sent at its fourth digit, and a wrong PIN shows an error and can be typed again', async () => {
  const calls = await answerApi({
    [MOVE]: ({ body }) => {
      const { pin } = Object(body);
      if (pin === undefined) return refusal('PIN_REQUIRED', 'Ask Alex for their PIN.');
      if (pin === '4826') return [200, { ...ride, version: 9, status: 'in_progress' }];
      return refusal('WRONG_PIN', "That is not Alex's PIN. 4 tries left.");
    },
  });
  await start();
  await screen.findByRole('dialog', { name: 'Ask Alex for the PIN' });

  for (const digit of ['1', '2', '3']) await userEvent.click(screen.getByRole('button', { name: digit }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete the last digit' }));
  // A driver may go on typing at once: the first digit after the refusal counts for the next PIN.
  const alert = screen.getByRole('alert', { hidden: true });
  const firstDigit = new MutationObserver(() => {
    if (alert.textContent) fireEvent.keyDown(alert, { key: '4' });
  });
  firstDigit.observe(alert, { childList: true, characterData: true, subtree: true });
  await userEvent.keyboard('33');

  expect(await screen.findByRole('alert')).toHaveTextContent("That is not Alex's PIN. 4 tries left.");
  firstDigit.disconnect();
  await userEvent.keyboard('826');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(calls.map(({ body }) => Object(body).pin)).toEqual([undefined, '1233', '4826']);
});

test('a PIN whose request fails is not called wrong after an earlier wrong PIN', async () => {
  await answerApi({
    [MOVE]: ({ body }) => {
      const { pin } = Object(body);
      if (pin === undefined) return refusal('PIN_REQUIRED', 'Ask Alex for their PIN.');
      return pin === '4826' ? [503, {}] : refusal('WRONG_PIN', "That is not Alex's PIN. 4 tries left.");
    },
  });
  await start();
  await screen.findByRole('dialog', { name: 'Ask Alex for the PIN' });
  await userEvent.keyboard('1233');
  await screen.findByText("That is not Alex's PIN. 4 tries left.");

  await userEvent.keyboard('4826');

  await expect.poll(() => useToastStore.getState().newest?.title).toBe('Error');
  await screen.findByText('0 of 4 digits');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('after too many tries no further PIN is sent', async () => {
  const calls = await answerApi({ [MOVE]: () => refusal('PIN_LOCKED', 'Too many tries. Call dispatch.') });
  await start();

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Call dispatch.');
  await userEvent.keyboard('4826');
  expect(calls).toHaveLength(1);
});
