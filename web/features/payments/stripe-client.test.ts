import { expect, test } from 'vitest';
import { paymentAppearance } from './stripe-client.ts';

const named = (name: string) => `<${name}>`;

test('the payment form takes the page’s colours by value, since it sees none of its styles', () => {
  const text = JSON.stringify(paymentAppearance('light', named));
  expect(text).not.toContain('var(');
  expect(text).toContain('<gold>');
});

test.each([
  ['light', 'stripe', '<surface>'],
  ['dark', 'night', '<sunken>'],
] as const)('in the %s theme its fields look like the page’s own', (theme, provided, field) => {
  expect(paymentAppearance(theme, named)).toMatchObject({
    theme: provided,
    variables: { colorBackground: field, colorText: '<ink>', colorDanger: '<danger>' },
  });
});
