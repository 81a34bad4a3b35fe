import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A checkout page like the product's, for browser tests, which bundle it. Prints the result of Stripe.js. */
function Payment() {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState<object>({});
  const [isReady, setReady] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements) return;
    setOutcome({ status: 'busy' });
    const submitted = await elements.submit();
    if (submitted.error) return setOutcome(submitted.error);
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}/done` },
      redirect: query.get('redirect') === 'always' ? 'always' : 'if_required',
    } as { elements: typeof elements; redirect: 'if_required' });
    setOutcome(summarize(error ?? paymentIntent));
  };

  return (
    <form onSubmit={handleSubmit}>
      <PaymentElement
        onReady={() => setReady(true)}
        onLoadError={({ error }) => setOutcome({ loaderror: error.code })}
      />
      <button type="submit" disabled={!isReady}>
        Complete Payment
      </button>
      <output>{JSON.stringify(outcome)}</output>
    </form>
  );
}

function summarize(outcome: StripeError | PaymentIntent): object {
  if ('status' in outcome) return { status: outcome.status };
  const { type, code, decline_code, message, payment_intent } = outcome;
  return { type, code, decline_code, message, status: payment_intent?.status };
}

const query = new URLSearchParams(location.search);
const stripe = loadStripe('pk_test_page');

function Checkout() {
  const [colorText, setColorText] = useState('#15130F');
  return (
    <>
      <Elements
        stripe={stripe}
        options={{
          clientSecret: query.get('secret') ?? '',
          appearance: {
            variables: { colorPrimary: '#B08A3C', colorText, borderRadius: '10px' },
            rules: { '.Input': { borderColor: 'rgb(140, 132, 115)' } },
          },
        }}
      >
        <Payment />
      </Elements>
      <button type="button" onClick={() => setColorText('#F5F0E6')}>
        Dark
      </button>
    </>
  );
}

const container = document.querySelector('#root');
if (container) createRoot(container).render(<Checkout />);
