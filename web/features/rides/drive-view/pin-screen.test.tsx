// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { sent } from '#web/testing/serve-api.ts';
import { ACCEPT, atPickup, OWN_RIDES, openDriveView, setUpDriveView } from './testing/open-drive-view.tsx';

const user = userEvent.setup();

beforeEach(setUpDriveView);

test('a ride that requires a PIN starts with the rider’s PIN, sent at the fourth digit', async () => {
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [atPickup]],
    [ACCEPT]: ({ body }) => {
      const { pin } = Object(body);
      if (pin === '4711') return [200, { ...atPickup, version: 9, status: 'in_progress' }];
      return pin
        ? [409, { code: 'WRONG_PIN', message: "That is not Alex's PIN. 4 tries left." }]
        : [409, { code: 'PIN_REQUIRED', message: 'Ask Alex for their PIN.' }];
    },
  });
  await user.click(screen.getByRole('button', { name: 'Start ride' }));
  await screen.findByText('Ask Alex for their PIN.');

  await user.keyboard('1234');
  await screen.findByText("That is not Alex's PIN. 4 tries left.");
  for (const digit of '4711') await user.click(screen.getByRole('button', { name: digit }));

  await screen.findByRole('button', { name: 'Complete' });
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'in_progress', pin: '4711' });
});

test('a PIN that could not be sent is cleared and can be typed again', async () => {
  let isAway = true;
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [atPickup]],
    [ACCEPT]: ({ body }) => {
      if (!Object(body).pin) return [409, { code: 'PIN_REQUIRED', message: 'Ask Alex for their PIN.' }];
      return isAway ? [503, {}] : [200, { ...atPickup, version: 9, status: 'in_progress' }];
    },
  });
  await user.click(screen.getByRole('button', { name: 'Start ride' }));
  await screen.findByText('Ask Alex for their PIN.');
  await user.keyboard('4711');
  await screen.findAllByText('No answer. Try again.');
  await screen.findByText('0 of 4 digits');
  isAway = false;

  await user.keyboard('4711');

  await screen.findByRole('button', { name: 'Complete' });
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'in_progress', pin: '4711' });
});

test('a PIN whose request fails is not called wrong after an earlier wrong PIN', async () => {
  await openDriveView({
    [OWN_RIDES]: [200, [atPickup]],
    [ACCEPT]: ({ body }) => {
      const { pin } = Object(body);
      if (!pin) return [409, { code: 'PIN_REQUIRED', message: 'Ask Alex for their PIN.' }];
      return pin === '4711'
        ? [503, {}]
        : [409, { code: 'WRONG_PIN', message: "That is not Alex's PIN. 4 tries left." }];
    },
  });
  await user.click(screen.getByRole('button', { name: 'Start ride' }));
  await screen.findByText('Ask Alex for their PIN.');
  await user.keyboard('1234');
  await screen.findByText("That is not Alex's PIN. 4 tries left.");

  await user.keyboard('4711');

  await screen.findAllByText('No answer. Try again.');
  expect(screen.queryByText(/That is not/)).toBeNull();
  await user.keyboard('1234');
  await screen.findByText("That is not Alex's PIN. 4 tries left.");
});
