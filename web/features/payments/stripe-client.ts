import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useMemo, useState } from 'react';
import { loadConfig } from '#web/lib/load-config.ts';
import { type Theme, useTheme } from '#web/lib/theme.ts';

/** Loading state of Stripe.js. */
type PaymentClient = { phase: 'loading' } | { phase: 'failed' } | { phase: 'ready'; stripe: Stripe };

/** Loads Stripe.js. `retry` loads it again after a failure. */
export function usePaymentClient(): { client: PaymentClient; retry: () => void } {
  const [client, setClient] = useState<PaymentClient>({ phase: 'loading' });

  useEffect(() => {
    if (client.phase !== 'loading') return;
    let isLeft = false;
    loadPaymentClient().then(
      (stripe) => !isLeft && setClient({ phase: 'ready', stripe }),
      () => !isLeft && setClient({ phase: 'failed' }),
    );
    return () => {
      isLeft = true;
    };
  }, [client.phase]);

  return { client, retry: () => setClient({ phase: 'loading' }) };
}

/**
 * Adds a script to the page and waits until it has loaded. Rejects and removes the script when loading fails.
 */
function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`Failed to load ${src}`));
    };
    document.head.append(script);
  });
}

/**
 * Loads Stripe.js when a checkout needs it. An installation may configure another script, which sets
 * `window.Stripe`; `loadStripe` then uses that. Rejects when loading fails, and may be called again.
 */
async function loadPaymentClient(): Promise<Stripe> {
  const { stripePublishableKey, stripeJsUrl } = await loadConfig();
  if (stripeJsUrl && !('Stripe' in window)) await addScript(stripeJsUrl);
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('Stripe.js needs a browser.');
  return stripe;
}

/** Returns the appearance of the payment form in the current theme. Updates when the theme changes. */
export function usePaymentAppearance(): Appearance {
  const theme = useTheme();
  return useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    return paymentAppearance(theme, (name) => styles.getPropertyValue(`--${name}`).trim());
  }, [theme]);
}

/** Reads a colour token by its name in `tokens.css`. */
type ReadToken = (name: string) => string;

/**
 * Builds the theme of Stripe's payment form. It is rendered in an iframe that our styles do not reach, so the
 * colours of the current theme are passed as values.
 */
export function paymentAppearance(theme: Theme, token: ReadToken): Appearance {
  const gold = token('gold');
  const danger = token('danger');
  const control = `1px solid ${token('control')}`;
  const field = theme === 'dark' ? token('sunken') : token('surface');

  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: gold,
      colorBackground: field,
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextPlaceholder: token('ink-2'),
      colorDanger: danger,
      borderRadius: '10px',
      fontFamily: '"Instrument Sans", system-ui, sans-serif',
      fontSizeBase: '16px',
      fontWeightMedium: '500',
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { color: token('ink'), fontSize: '14px', fontWeight: '500', marginBottom: '6px' },
      '.Input': { border: control, boxShadow: 'none', paddingLeft: '16px' },
      '.Input:focus': { borderColor: gold, boxShadow: `0 0 0 1px ${gold}`, outline: 'none' },
      '.Input--invalid': { borderColor: danger, boxShadow: `0 0 0 1px ${danger}` },
      '.Tab': { border: control, boxShadow: 'none', color: token('ink-2') },
      '.Tab--selected': { borderColor: gold, boxShadow: `0 0 0 1px ${gold}`, color: token('ink') },
      '.Error': { fontSize: '14px' },
    },
  };
}
