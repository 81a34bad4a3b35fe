import { expect, test } from 'vitest';
import { paymentAppearance } from './stripe-client.ts';

const named = (name: string) => `<${name}>`;

test('the payment form gets the page’s colors by value, as it cannot read the page’s styles', () => {
  const text = JSON.stringify(paymentAppearance('light', named));
  expect(text).not.toContain('var(');
  expect(text).toContain('<gold>');
});

test.each([
  ['light', 'stripe', '<surface>'],
  ['dark', 'night', '<sunken>'],
] as const)('in the %s theme the payment fields use the page’s colors', (theme, provided, field) => {
  expect(paymentAppearance(theme, named)).toMatchObject({
    theme: provided,
    variables: { colorBackground: field, colorText: '<ink>', colorDanger: '<danger>' },
  });
});
