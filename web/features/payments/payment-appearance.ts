import type { Appearance } from '@stripe/stripe-js';
import type { Theme } from '#web/lib/theme.ts';

/** Reads a colour token by its name in `tokens.css`. */
export type ReadToken = (name: string) => string;

/**
 * The payment form in the page's clothes: the provider draws it in a frame of its own, which sees none of our styles, so the
 * colours of the theme in use are handed over as values.
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
