// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffGiftCard } from '#common/gift-cards/gift-card-staff-api.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { GiftCardScreen } from './gift-card-screen.tsx';

const ID = 'a'.repeat(24);
const PATH = `/api/ops/gift-cards/${ID}`;
const CARD: StaffGiftCard = {
  id: ID,
  last4: '7K2M',
  amountCents: 25_000,
  balanceCents: 10_000,
  heldCents: 0,
  heldUntil: null,
  recipientEmail: 'hannah.cho@example.com',
  recipientName: 'Hannah Cho',
  buyerEmail: 'daniel.cho@example.com',
  isVoided: false,
  isGiven: false,
  paidAt: '2026-10-02T17:01:00.000Z',
  delivery: { state: 'sent', at: '2026-10-02T17:02:00.000Z' },
  resends: 0,
  entries: [
    {
      kind: 'issue',
      at: '2026-10-02T17:02:00.000Z',
      amountCents: 25_000,
      balanceCents: 25_000,
      ride: null,
      reason: null,
    },
    {
      kind: 'hold',
      at: '2026-10-11T00:48:00.000Z',
      amountCents: -15_000,
      balanceCents: 10_000,
      ride: { id: 'b'.repeat(24), from: 'Harry Reid Airport, T1', to: 'Bellagio', pickupAt: null },
      reason: null,
    },
  ],
  voids: [],
  isSound: true,
};

async function open(search: string, replies: ApiReplies = {}) {
  // Merged into the caller's object, so that a test may change a reply later.
  const defaults: ApiReplies = {
    'GET /api/ops/gift-cards?q=hannah': [200, { cards: [CARD], next: null }],
    [`GET ${PATH}`]: [200, CARD],
  };
  const calls = await answerApi(Object.assign(replies, { ...defaults, ...replies }));
  render(
    <MemoryRouter initialEntries={[`/ops/codes/gift-cards${search}`]}>
      <GiftCardScreen drawCard={({ recipientName }) => <p>Drawn for {recipientName}</p>} />
    </MemoryRouter>,
  );
  return { calls, user: userEvent.setup() };
}

test('a gift card chosen from the search results opens beside the list, with its ledger', async () => {
  const { user } = await open('?q=hannah');

  await user.click(await screen.findByRole('link', { name: /7K2M \$250 card/ }));

  expect(await screen.findByRole('heading', { name: 'Gift card 7K2M' })).toBeVisible();
  const row = screen.getByRole('row', { name: /Held/ });
  expect(row).toHaveTextContent('Harry Reid Airport to Bellagio');
  expect(row).toHaveTextContent('−$150.00');
  expect(screen.getByText('The entries add up to the balance.')).toBeVisible();
});

test('the button that voids a gift card names the refund, and after a conflict the new amount', async () => {
  const message = 'The balance changed a moment ago, to $90.00. Please look again.';
  const replies: ApiReplies = {
    [`POST ${PATH}/void`]: [409, { code: 'GIFT_CARD_CHANGED', message }],
  };
  const { calls, user } = await open(`?card=${ID}`, replies);
  await user.click(await screen.findByRole('button', { name: 'Void with refund' }));
  const dialog = screen.getByRole('dialog', { name: 'Void gift card 7K2M?' });
  replies[`GET ${PATH}`] = [200, { ...CARD, balanceCents: 9_000 }];

  await user.click(within(dialog).getByRole('button', { name: 'Void and refund $100.00' }));

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(message);
  expect(await within(dialog).findByRole('button', { name: 'Void and refund $90.00' })).toBeVisible();
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ amountCents: 10_000 });
});

test('a gift card given for free is labelled so, and its void button offers no refund', async () => {
  const given = { ...CARD, isGiven: true, buyerEmail: null, paidAt: null };
  const { user } = await open(`?card=${ID}`, { [`GET ${PATH}`]: [200, given] });
  await user.click(await screen.findByRole('button', { name: 'Void' }));

  expect(screen.getByText('Marquee, for a late driver')).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: 'Void gift card 7K2M?' });
  expect(within(dialog).getByRole('button', { name: 'Void and take back $100.00' })).toBeVisible();
});

test('voiding a gift card sends the balance that was shown and marks the card as void in the list too', async () => {
  const { calls, user } = await open(`?q=hannah&card=${ID}`, {
    [`POST ${PATH}/void`]: [200, { ...CARD, isVoided: true, balanceCents: 0 }],
  });
  const row = await screen.findByRole('link', { name: /7K2M/ });
  expect(row).toHaveTextContent('$100.00');

  await user.click(await screen.findByRole('button', { name: 'Void with refund' }));
  await user.click(screen.getByRole('button', { name: 'Void and refund $100.00' }));

  await waitFor(() => expect(row).toHaveTextContent('Void'));
  expect(row).not.toHaveTextContent('$100.00');
  expect(sent(calls, `POST ${PATH}/void`)).toEqual([{ amountCents: 10_000 }]);
});

test('voiding a gift card that has not been delivered yet shows that its email won’t be sent', async () => {
  const waiting: StaffGiftCard = { ...CARD, delivery: { state: 'waiting', at: null } };
  const { user } = await open(`?card=${ID}`, {
    [`GET ${PATH}`]: [200, waiting],
    [`POST ${PATH}/void`]: [200, { ...waiting, isVoided: true, balanceCents: 0 }],
  });
  expect(await screen.findByText('hannah.cho@example.com, on its way')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Void with refund' }));
  await user.click(screen.getByRole('button', { name: 'Void and refund $100.00' }));

  expect(await screen.findByText('hannah.cho@example.com, won’t be sent')).toBeVisible();
});

test('resending a gift card without another address keeps its recipient', async () => {
  const { calls, user } = await open(`?card=${ID}`, {
    [`POST ${PATH}/send`]: [200, { ...CARD, resends: 1 }],
  });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  const dialog = screen.getByRole('dialog', { name: 'Send 7K2M again' });

  await user.click(within(dialog).getByRole('button', { name: 'Send again' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ resends: 0 });
});

test('resending a gift card to another address sends that address and shows it as the recipient', async () => {
  const recipientEmail = 'hannah@work.example.com';
  const { calls, user } = await open(`?card=${ID}`, {
    [`POST ${PATH}/send`]: [200, { ...CARD, recipientEmail, resends: 1 }],
  });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send 7K2M again' }));
  await user.clear(dialog.getByLabelText('To'));
  await user.type(dialog.getByLabelText('To'), ` ${recipientEmail}`);

  await user.click(dialog.getByRole('button', { name: 'Send again' }));

  expect(await screen.findByText(/^hannah@work\.example\.com, /)).toBeVisible();
  expect(sent(calls, `POST ${PATH}/send`)).toEqual([{ resends: 0, recipientEmail }]);
});

test('after a conflict a card is sent again to the address that a colleague corrected', async () => {
  const message = 'The card was sent again a moment ago. Please look again.';
  const replies: ApiReplies = { [`POST ${PATH}/send`]: [409, { code: 'GIFT_CARD_CHANGED', message }] };
  const { calls, user } = await open(`?card=${ID}`, replies);
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send 7K2M again' }));
  const corrected = { ...CARD, recipientEmail: 'hannah@work.example.com', resends: 1 };
  replies[`GET ${PATH}`] = [200, corrected];

  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(dialog.getByLabelText('To')).toHaveValue('hannah@work.example.com'));
  expect(dialog.getByText(message)).toBeVisible();
  replies[`POST ${PATH}/send`] = [200, { ...corrected, resends: 2 }];
  await user.click(dialog.getByRole('button', { name: 'Send again' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, `POST ${PATH}/send`)).toEqual([{ resends: 0 }, { resends: 1 }]);
});
