import { type Mock, onTestFinished, vi } from 'vitest';

/** What Stripe.js answers to `confirmPayment`, as far as it is read. */
export interface FakeConfirmation {
  paymentIntent?: { id: string; status: string };
  error?: { type: string; code?: string; message?: string };
}

const stripe = {
  elements: () => ({
    create: paymentElement,
    getElement: () => null,
    update: () => {},
    submit: async () => ({}),
  }),
  createToken: () => {},
  createPaymentMethod: () => {},
  confirmCardPayment: () => {},
  createConfirmationToken: async () => ({ confirmationToken: { id: 'ctoken_1' } }),
  confirmPayment: vi.fn<() => Promise<FakeConfirmation>>(),
};

/** Card fields that are ready as soon as somebody listens, and draw nothing. */
const paymentElement = () => ({
  on: (event: string, listener: () => void) => event === 'ready' && queueMicrotask(listener),
  off: () => {},
  mount: () => {},
  update: () => {},
  destroy: () => {},
});

/** For one test: Stripe.js on the page, whose `confirmPayment` answers by `confirm`. Returns the mock that counts its calls. */
export function fakeStripe(confirm: () => Promise<FakeConfirmation>): Mock {
  // `loadStripe` keeps the constructor it finds first, so there is one for all the tests of a file.
  Object.assign(window, { Stripe: () => stripe });
  stripe.confirmPayment.mockImplementation(confirm);
  onTestFinished(() => void stripe.confirmPayment.mockReset());
  return stripe.confirmPayment;
}
