// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { forEachVehicle, type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { useCatalogueStore } from '#web/lib/catalogue-store.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { stubResizeObserver } from '#web/testing/stub-resize-observer.ts';
import { forgetBoard } from '../../board/board-store.ts';
import { BookByPhone } from './book-by-phone.tsx';

const BOOK = 'POST /api/ops/rides';
const DEARER: RatesVersion = {
  ...SEEDED_RATES,
  id: 'd'.repeat(24),
  vehicles: forEachVehicle(({ id }) => {
    const { hourlyCents, p2pCents } = SEEDED_RATES.vehicles[id];
    return { hourlyCents: hourlyCents + 2_000, p2pCents: p2pCents + 2_000 };
  }),
};
/** The ride that the form below books, at the seeded rates. */
const BOOKED = buildStaffRide({ customerName: 'Hannah Cho' });

const typed: Record<string, string> = {
  Name: 'Hannah Cho',
  Phone: '(702) 555-0142',
  Email: 'hannah@example.com',
  From: 'Bellagio, 3600 S Las Vegas Blvd',
  To: 'Fashion Show Mall, 3200 S Las Vegas Blvd',
  Date: '2026-11-22',
  'Time in Las Vegas': '18:00',
};

/** Renders the form, filled in on Friday, November 20, 2026. */
async function openFilledIn(replies: ApiReplies) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:12:00Z') });
  const calls = await answerApi(replies);
  const onBooked = vi.fn();
  const openForm = () => {
    const { unmount } = render(
      <MemoryRouter>
        <BookByPhone onClose={() => undefined} onBooked={onBooked} />
      </MemoryRouter>,
    );
    for (const [label, value] of Object.entries(typed)) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    return unmount;
  };
  const close = openForm();
  const user = userEvent.setup();
  return {
    onBooked,
    user,
    close,
    reopen: () => {
      close();
      openForm();
    },
    book: async () => user.click(await screen.findByRole('button', { name: 'Book' })),
    sent: () => calls.filter(({ call }) => call === BOOK),
  };
}

beforeEach(() => {
  forgetBoard();
  stubResizeObserver();
  useToastStore.setState({ newest: null });
  useCatalogueStore.setState({ rates: SEEDED_RATES, status: 'loaded' });
});

test('a booking retried after a lost reply keeps its idempotency key, even if the rates have changed', async () => {
  const replies: ApiReplies = { [BOOK]: [504, {}] };
  const { book, sent, onBooked } = await openFilledIn(replies);
  await book();
  await screen.findByText(/Nothing is lost/);
  act(() => useCatalogueStore.setState({ rates: DEARER }));
  replies[BOOK] = [201, BOOKED];

  await book();

  await waitFor(() => expect(onBooked).toHaveBeenCalledOnce());
  expect(sent().map(({ body }) => body)).toMatchObject([
    { ratesVersion: SEEDED_RATES.id },
    { ratesVersion: DEARER.id },
  ]);
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('a booking entered again after its form was closed without an answer books once', async () => {
  const { book, sent, reopen } = await openFilledIn({ [BOOK]: [504, {}] });
  await book();
  await screen.findByText(/Nothing is lost/);

  reopen();
  await book();

  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

test('a booking whose form was left before the reply is reported but does not open its ride', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { book, close, onBooked, sent } = await openFilledIn({ [BOOK]: () => reply.promise });
  await book();
  await waitFor(() => expect(sent()).toHaveLength(1));
  close();

  reply.resolve([201, BOOKED]);

  await waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Hannah Cho is booked'));
  expect(onBooked).not.toHaveBeenCalled();
});

test('a booking stored at another fare than the one shown is reported with the stored fare', async () => {
  const fare = { ...BOOKED.fare, fareCents: 15_982 };
  const { book } = await openFilledIn({ [BOOK]: [201, { ...BOOKED, fare }] });
  act(() => useCatalogueStore.setState({ rates: DEARER }));

  await book();

  await waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Hannah Cho is booked'));
  expect(useToastStore.getState().newest?.description).toBe(
    'The fare is $159.82, not the one last shown. A payment link is on its way to hannah@example.com.',
  );
});

test('a booking edited after a lost reply gets a new idempotency key', async () => {
  const { book, sent, user } = await openFilledIn({ [BOOK]: [504, {}] });
  await book();
  await screen.findByText(/Nothing is lost/);
  await user.click(screen.getByRole('radio', { name: 'On account' }));

  await book();

  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(second).not.toBe(first);
});

test('a caller’s unconfirmed email address is reported at its field', async () => {
  const message = 'Please ask the caller to use the link in our email.';
  const { book, onBooked } = await openFilledIn({ [BOOK]: [403, { code: 'EMAIL_NOT_CONFIRMED', message }] });

  await book();

  const field = screen.getByLabelText('Email');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(message)).toBeVisible();
  expect(onBooked).not.toHaveBeenCalled();
});

test('a stop without a place is not priced', async () => {
  const { user } = await openFilledIn({});
  await user.click(screen.getByRole('button', { name: 'Add a stop' }));
  const stop = await screen.findByRole('combobox', { name: 'Stop' });
  expect(screen.queryByText('Stop on the way')).toBeNull();

  await user.type(stop, 'Sphere');

  expect(screen.getByText('Stop on the way')).toBeVisible();
});

test('an earlier customer chosen by phone number fills in the caller and is booked', async () => {
  const customer = {
    id: 'c'.repeat(24),
    name: 'Cleo Marsh',
    email: 'cleo@example.com',
    phone: '(702) 555-0199',
  };
  const { user, book, sent } = await openFilledIn({
    [BOOK]: [409, { code: 'EMAIL_TAKEN', message: 'This address is a driver’s.' }],
    'GET /api/ops/customers?q=702+555+01': [200, [customer]],
  });
  await book();
  expect(await screen.findByText('This address is a driver’s.')).toBeVisible();

  const phone = screen.getByLabelText('Phone');
  await user.clear(phone);
  await user.type(phone, '702 555 01');
  await user.click(await screen.findByRole('option', { name: /Cleo Marsh/ }));

  expect(screen.getByLabelText('Name')).toHaveValue('Cleo Marsh');
  expect(phone).toHaveValue('(702) 555-0199');
  expect(screen.getByLabelText('Email')).toHaveValue('cleo@example.com');
  expect(screen.queryByText('This address is a driver’s.')).toBeNull();
  await book();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({
    customerName: 'Cleo Marsh',
    customerEmail: 'cleo@example.com',
    customerPhone: '(702) 555-0199',
  });
});
