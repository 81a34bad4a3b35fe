// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** Renders an email field and returns its input. */
function show(props: { error?: string; hint?: string } = {}) {
  render(
    <Field label="Email address" {...props}>
      {(control) => <TextInput {...control} type="email" />}
    </Field>,
  );
  return screen.getByRole('textbox', { name: 'Email address' });
}

test('a label names its input', () => {
  const input = show();
  expect(input).toBeValid();
  expect(input).not.toHaveAttribute('aria-invalid');
  expect(input).not.toHaveAttribute('aria-describedby');
});

test('an error marks the input, describes it, and replaces the hint', () => {
  const input = show({ error: 'Please enter a valid email address.', hint: 'For the receipt' });
  expect(input).toHaveAttribute('aria-invalid', 'true');
  expect(input).toHaveAccessibleDescription('Please enter a valid email address.');
  expect(screen.queryByText('For the receipt')).toBeNull();
});

test('a hint describes the input', () => {
  expect(show({ hint: 'Minimum 1 hour' })).toHaveAccessibleDescription('Minimum 1 hour');
});
