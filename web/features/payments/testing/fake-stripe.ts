import { type Mock, onTestFinished, vi } from 'vitest';

/** The reply of `confirmPayment`, as far as the app reads it. */
export interface FakeConfirmation {
  paymentIntent?: { id: string; status: string };
  error?: {
    type: string;
    code?: string;
    message?: string;
    payment_intent?: { id: string; status: string };
  };
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

/** Builds card fields that render nothing and are ready as soon as a listener is added. */
const paymentElement = () => ({
  on: (event: string, listener: () => void) => event === 'ready' && queueMicrotask(listener),
  off: () => {},
  mount: () => {},
  update: () => {},
  destroy: () => {},
});

/**
 * Installs a fake Stripe.js for one test, whose `confirmPayment` calls `confirm`.
 * @returns the mock of `confirmPayment`
 */
export function fakeStripe(confirm: () => Promise<FakeConfirmation>): Mock {
  // `loadStripe` keeps the first constructor it finds, so all tests of a file share one.
  Object.assign(window, { Stripe: () => stripe });
  stripe.confirmPayment.mockImplementation(confirm);
  onTestFinished(() => void stripe.confirmPayment.mockReset());
  return stripe.confirmPayment;
}
