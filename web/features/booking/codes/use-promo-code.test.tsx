// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { withContact } from '../draft.ts';
import { clearDraft, editDraft, useDraftStore } from '../draft-store.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { CodeSection } from './code-section.tsx';

const VALIDATE = 'POST /api/validate-promo-code';
const promoOf = (discountAmount: number) => ({ id: 'c'.repeat(24), code: 'WELCOME25', discountAmount });
const expired = { message: 'This promo code has expired', code: 'INVALID_REQUEST' };
const rider = buildUser();
const user = userEvent.setup();

function Codes() {
  const draft = withContact(useDraftStore(), rider);
  return <CodeSection draft={draft} errors={{}} pricing={buildPricing()} riderId={rider.id} />;
}

const field = () => screen.getByRole('textbox', { name: 'Promo code' });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.title, newest.description];
};

/** Fills in the form, opens the codes and types WELCOME25. */
async function typeCode() {
  render(<Codes />);
  await user.click(screen.getByText('Have a promo code or gift card?'));
  await user.type(await screen.findByRole('textbox', { name: 'Promo code' }), 'welcome25');
}

/** Types the code and applies it ($25 off), then clears the toasts. */
async function applyCode() {
  await typeCode();
  await press('Apply promo');
  await screen.findByText('You save $25.00');
  useToastStore.setState({ newest: null });
}

beforeEach(() => {
  clearDraft();
  editDraft(buildDraft());
  useToastStore.setState({ newest: null });
});

test('applying a code sends the current booking details, and the applied code is read-only', async () => {
  const calls = await answerApi({ [VALIDATE]: [200, promoOf(25)] });
  await typeCode();

  await press('Apply promo');

  await screen.findByText('You save $25.00');
  expect(calls.map(({ call, body }) => [call, body])).toEqual([
    [
      VALIDATE,
      {
        code: 'WELCOME25',
        fareAmount: 233.58,
        scheduledDate: '2026-11-24',
        bookingType: 'hourly',
        hours: 3,
      },
    ],
  ]);
  expect(newestToast()).toEqual(['Promo code applied!', 'You saved $25.00']);
  expect(field()).toHaveProperty('readOnly', true);
});

test('Enter in the promo code field applies the code', async () => {
  await answerApi({ [VALIDATE]: [200, promoOf(25)] });
  await typeCode();

  await user.keyboard('{Enter}');

  await screen.findByText('You save $25.00');
});

test('a second press while the code is being checked sends no second request', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = await answerApi({ [VALIDATE]: () => asked.then(() => [200, promoOf(25)]) });
  await typeCode();

  await press('Apply promo');
  await press('Apply promo');
  answer();

  await screen.findByText('You save $25.00');
  expect(calls).toHaveLength(1);
});

test('applying an empty field asks for a code without a request', async () => {
  const calls = await answerApi({});
  render(<Codes />);
  await user.click(screen.getByText('Have a promo code or gift card?'));

  await user.click(await screen.findByRole('button', { name: 'Apply promo' }));

  await screen.findByText('Please enter a promo code');
  expect(newestToast()).toEqual(['Promo code required', 'Please enter a promo code']);
  expect(document.activeElement).toBe(field());
  await callsArrived();
  expect(calls).toEqual([]);
});

test('a code cannot be applied to a booking without a fare', async () => {
  const calls = await answerApi({});
  editDraft({ dropoffLocation: '' });
  await typeCode();

  await press('Apply promo');

  expect(newestToast()).toEqual(['Cannot apply promo code', 'Please fill in all booking details first']);
  await callsArrived();
  expect(calls).toEqual([]);
});

test('a refused code is marked with the server’s message until it is edited', async () => {
  await answerApi({ [VALIDATE]: [400, expired] });
  await typeCode();

  await press('Apply promo');

  await screen.findByText('This promo code has expired');
  expect(newestToast()).toEqual(['Invalid promo code', 'This promo code has expired']);
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('aria-invalid')).toBe('true');

  await user.type(field(), '0');
  expect(screen.queryByText('This promo code has expired')).toBeNull();
});

test('a code that needs a confirmed email says so, and offers to send the link again', async () => {
  const message = 'Please confirm your email address first, with the link we emailed to alex@example.com.';
  await answerApi({ [VALIDATE]: [403, { message, code: 'EMAIL_NOT_CONFIRMED' }] });
  await typeCode();

  await press('Apply promo');

  await screen.findByText(message);
  expect(newestToast()).toEqual(['Email not confirmed', message]);
  expect(await screen.findByRole('button', { name: 'Send the link again' })).toBeVisible();

  await user.type(field(), '0');
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
});

test('a code that could not be checked is not called invalid', async () => {
  await answerApi({ [VALIDATE]: [503, {}] });
  await typeCode();

  await press('Apply promo');

  await screen.findByText('The server could not be reached. Please try again.');
  expect(newestToast()?.[0]).toBe('Code not checked');
});

test('an applied code is checked again when the fare changes, and the new discount is applied without a toast', async () => {
  const replies: ApiReplies = { [VALIDATE]: [200, promoOf(25)] };
  const calls = await answerApi(replies);
  await applyCode();

  replies[VALIDATE] = [200, promoOf(40)];
  editDraft({ hours: '6' });

  await screen.findByText('You save $40.00');
  expect(sent(calls, VALIDATE).at(-1)).toMatchObject({ code: 'WELCOME25', hours: 6 });
  expect(newestToast()).toBeNull();
});

test('an applied code that is no longer valid is dropped, and the reason is shown', async () => {
  const replies: ApiReplies = { [VALIDATE]: [200, promoOf(25)] };
  await answerApi(replies);
  await applyCode();

  replies[VALIDATE] = [400, expired];
  editDraft({ scheduledDate: '2026-11-25' });

  await screen.findByText('This promo code has expired');
  expect(newestToast()).toEqual(['Invalid promo code', 'This promo code has expired']);
  expect(useDraftStore.getState()).toMatchObject({ promo: null, promoCode: 'WELCOME25' });
});

test('an applied code is kept while the server cannot be reached', async () => {
  const replies: ApiReplies = { [VALIDATE]: [200, promoOf(25)] };
  const calls = await answerApi(replies);
  await applyCode();

  replies[VALIDATE] = [503, {}];
  editDraft({ hours: '6' });

  await waitFor(() => expect(calls).toHaveLength(2));
  expect(screen.getByText('You save $25.00')).toBeVisible();
  // Only an applied code is rechecked.
  replies[VALIDATE] = [200, promoOf(40)];
  editDraft({ hours: '7' });
  await screen.findByText('You save $40.00');
  expect(newestToast()).toBeNull();
});

test('Remove clears the field and removes the discount', async () => {
  await answerApi({ [VALIDATE]: [200, promoOf(25)] });
  await applyCode();

  await press('Remove promo');

  expect(field()).toHaveProperty('value', '');
  expect(document.activeElement).toBe(field());
  expect(useDraftStore.getState()).toMatchObject({ promo: null, promoCode: '' });
});
