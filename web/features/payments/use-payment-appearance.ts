import type { Appearance } from '@stripe/stripe-js';
import { useMemo } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { paymentAppearance } from './payment-appearance.ts';

/** The payment form's appearance in the theme of the page, and in the other one as soon as that is chosen. */
export function usePaymentAppearance(): Appearance {
  const theme = useTheme();
  return useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    return paymentAppearance(theme, (name) => styles.getPropertyValue(`--${name}`).trim());
  }, [theme]);
}
