// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { renderForm } from './testing/render-form.tsx';

beforeEach(async () => {
  await answerApi({});
  renderForm(null);
});

test('a new form is hourly, three hours, with eighteen percent', () => {
  expect(screen.getByRole('radio', { name: 'Hourly' })).toBeChecked();
  const hours = screen.getByRole('spinbutton', { name: 'Number of Hours' });
  expect(hours).toHaveValue(3);
  expect(hours).toHaveAccessibleDescription('Minimum 1 hour');
  expect(screen.getByRole('combobox', { name: 'Gratuity' })).toHaveDisplayValue('18% Gratuity');
});

test('the contact fields are ones a browser can fill in', () => {
  const contact = within(screen.getByRole('group', { name: 'Contact Information' }));
  const tokens = contact.getAllByRole('textbox').map((field) => field.getAttribute('autocomplete'));
  expect(tokens).toEqual(['name', 'email', 'tel']);
});

test('every vehicle is offered with its capacity', () => {
  const options = within(screen.getByRole('combobox', { name: 'Vehicle Type' })).getAllByRole('option');
  expect(options).toHaveLength(16);
  for (const option of options) expect(option).toHaveTextContent(/^.+, \d+ passengers$/);
});

test('addresses are comboboxes with their list closed', () => {
  for (const name of [/pickup/i, /drop-off/i]) {
    expect(screen.getByRole('combobox', { name })).toHaveAttribute('aria-expanded', 'false');
  }
  expect(screen.queryByRole('listbox')).toBeNull();
});
