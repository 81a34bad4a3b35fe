// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContactForm } from './contact-form.tsx';
import { WaitlistForm } from './lead-forms.tsx';
import { LostItemForm } from './lost-item-form.tsx';

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

/** Returns the names of a form's fields, in order. */
const namesIn = (form: HTMLElement) =>
  [...form.querySelectorAll('[name]')].map((each) => each.getAttribute('name'));

test('a visitor gets an empty contact form with autocomplete attributes', () => {
  render(<ContactForm sender={null} />);

  expect(namesIn(screen.getByRole('form', { name: 'Message to Marquee' }))).toEqual([
    'name',
    'email',
    'phone',
    'subject',
    'message',
  ]);
  expect(field('Name')).toHaveAttribute('autocomplete', 'name');
  expect(field('Email address')).toHaveAttribute('type', 'email');
  expect(field('Email address')).toHaveAttribute('autocomplete', 'email');
  expect(field('Phone')).toHaveAttribute('type', 'tel');
  expect(field('Phone')).toHaveAttribute('autocomplete', 'tel');
  for (const empty of screen.getAllByRole('textbox')) expect(empty).toHaveValue('');
});

test('the contact form is filled in from the account, and HTML in the name stays text', () => {
  const name = '"><script>alert(1)</script>';
  const { container } = render(<ContactForm sender={{ name, email: 'jo@example.com', phone: null }} />);

  expect(container.querySelector('script')).toBeNull();
  expect(field('Name')).toHaveValue(name);
  expect(field('Email address')).toHaveValue('jo@example.com');
  expect(field('Phone')).toHaveValue('');
});

test('the lost item form asks for the trip, the item and contact details', () => {
  render(<LostItemForm sender={null} />);

  expect(screen.getByLabelText('Trip date')).toHaveAttribute('type', 'date');
  expect(namesIn(screen.getByRole('form', { name: 'Lost item report' }))).toEqual([
    'tripDate',
    'pickupLocation',
    'dropoffLocation',
    'description',
    'phone',
    'email',
  ]);
});

test('the waitlist form offers the planned cities', () => {
  render(<WaitlistForm sender={null} cities={['Miami', 'Chicago']} />);

  const cities = within(screen.getByRole('combobox', { name: 'City' })).getAllByRole('option');
  expect(cities.map((city) => city.textContent)).toEqual(['Miami', 'Chicago']);
});
