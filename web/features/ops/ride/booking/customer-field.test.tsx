// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Customer } from '#common/users/customers-api.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { CustomerField } from './customer-field.tsx';

const searchFor = (q: string) => `GET /api/ops/customers?${new URLSearchParams({ q })}`;

const HANNAH: Customer = {
  id: 'a'.repeat(24),
  name: 'Hannah Cho',
  email: 'hannah@example.com',
  phone: '(702) 555-0142',
};
const HANS: Customer = { id: 'b'.repeat(24), name: 'Hans Weber', email: 'hans@example.com', phone: null };

/** Renders the field of the name, with the page's live region. */
async function openField(replies: ApiReplies) {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  const announcer = document.createElement('p');
  announcer.id = 'announcer';
  document.body.append(announcer);
  onTestFinished(() => announcer.remove());
  const calls = await answerApi(replies);
  const onChoose = vi.fn<(customer: Customer) => void>();

  function Caller() {
    const [value, setValue] = useState('');
    return (
      <CustomerField
        name="customerName"
        label="Name"
        value={value}
        error={undefined}
        maxLength={100}
        onType={setValue}
        onChoose={(customer) => {
          setValue(customer.name);
          onChoose(customer);
        }}
      />
    );
  }
  render(<Caller />);
  const field = screen.getByRole('combobox', { name: 'Name' });
  const heard = (text: string) => waitFor(() => expect(announcer.textContent).toBe(text));
  return { user: userEvent.setup(), field, heard, onChoose, calls };
}

test('earlier customers are suggested with phone and email, and one is chosen by keyboard', async () => {
  const { user, field, heard, onChoose, calls } = await openField({
    [searchFor('han')]: [200, [HANNAH, HANS]],
  });

  await user.type(field, 'han');

  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Hannah Cho(702) 555-0142 · hannah@example.com',
    'Hans Weberhans@example.com',
  ]);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await heard('2 earlier customers');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(rows[1]?.id);

  await user.keyboard('{Enter}');

  expect(onChoose.mock.calls).toEqual([[HANS]]);
  expect(field).toHaveFocus();
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await heard('Hans Weber is filled in.');
  expect(calls.map(({ call }) => call)).toEqual([searchFor('han')]);
});

test('a customer is chosen by pointer, and after that another one', async () => {
  const { user, field, onChoose } = await openField({
    [searchFor('han')]: [200, [HANNAH, HANS]],
    [searchFor('hans')]: [200, [HANS]],
  });
  await user.type(field, 'han');

  await user.click(await screen.findByRole('option', { name: /Hannah Cho/ }));

  expect(field).toHaveValue('Hannah Cho');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('option')).toBeNull();
  await user.clear(field);
  await user.type(field, 'hans');
  await user.click(await screen.findByRole('option', { name: /Hans Weber/ }));
  expect(onChoose.mock.calls).toEqual([[HANNAH], [HANS]]);
});

test('a text that no earlier customer has is announced and opens no list', async () => {
  const { user, field, heard } = await openField({ [searchFor('Zoe')]: [200, []] });

  await user.type(field, 'Zoe');

  await heard('No earlier customer found.');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a text of fewer than three letters is not searched for', async () => {
  const { user, field, calls } = await openField({ [searchFor('han')]: [200, [HANNAH]] });

  await user.type(field, 'ha');
  await user.type(field, 'n');

  await screen.findByRole('option');
  expect(calls.map(({ call }) => call)).toEqual([searchFor('han')]);
});

test('a slow reply is dropped once more is typed, and its customers are not shown for the new text', async () => {
  const slow = deferred<readonly [number, unknown]>();
  const { user, field, calls } = await openField({
    [searchFor('han')]: () => slow.promise,
    [searchFor('hans')]: [200, [HANS]],
  });
  await user.type(field, 'han');
  await waitFor(() => expect(calls).toHaveLength(1));
  await user.type(field, 's');
  await screen.findByRole('option', { name: /Hans Weber/ });

  slow.resolve([200, [HANNAH]]);
  await user.type(field, '{Backspace}');

  expect(screen.queryByRole('option')).toBeNull();
  await screen.findByRole('option', { name: /Hannah Cho/ });
});

test('after a failed search the field says so and still takes what is typed', async () => {
  const message = 'Earlier customers can’t be shown now. You can type on.';
  const { user, field, heard } = await openField({
    [searchFor('han')]: [503, {}],
    [searchFor('hann')]: [200, [HANNAH]],
  });

  await user.type(field, 'han');

  expect(await screen.findByText(message)).toBeVisible();
  expect(field).toHaveAccessibleDescription(message);
  await heard(message);
  await user.type(field, 'n');
  expect(await screen.findByRole('option', { name: /Hannah Cho/ })).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});
