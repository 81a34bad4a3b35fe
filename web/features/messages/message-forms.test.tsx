import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContactForm } from './contact-form.tsx';
import { DriverApplicationForm, WaitlistForm } from './lead-forms.tsx';
import { LostItemForm } from './lost-item-form.tsx';

/** The inputs of a form as the browser gets them: name, and every attribute in one text. */
const inputsOf = (html: string) =>
  new Map(
    [...html.matchAll(/<(?:input|textarea|select)([^>]*)>/g)].map(([, attributes = '']) => [
      / name="([^"]*)"/.exec(attributes)?.[1],
      attributes,
    ]),
  );

test('a visitor gets an empty contact form that a browser can fill in', () => {
  const inputs = inputsOf(renderToStaticMarkup(<ContactForm sender={null} />));

  expect([...inputs.keys()]).toEqual(['name', 'email', 'phone', 'subject', 'message']);
  expect(inputs.get('name')).toContain('autoComplete="name"');
  expect(inputs.get('email')).toMatch(/type="email".*autoComplete="email"/);
  expect(inputs.get('phone')).toMatch(/type="tel".*autoComplete="tel"/);
  for (const name of ['name', 'email', 'phone']) expect(inputs.get(name)).toContain('value=""');
});

test('the account fills in who is writing, as text', () => {
  const sender = { name: '"><script>alert(1)</script>', email: 'jo@example.com', phone: null };

  const html = renderToStaticMarkup(<ContactForm sender={sender} />);

  expect(html).not.toContain('<script>');
  const inputs = inputsOf(html);
  expect(inputs.get('name')).toContain('value="&quot;&gt;&lt;script');
  expect(inputs.get('email')).toContain('value="jo@example.com"');
  expect(inputs.get('phone')).toContain('value=""');
});

test('a lost item is asked for by its trip, its places and what it is', () => {
  const inputs = inputsOf(renderToStaticMarkup(<LostItemForm sender={null} />));

  expect(inputs.get('tripDate')).toContain('type="date"');
  expect([...inputs.keys()]).toEqual([
    'tripDate',
    'pickupLocation',
    'dropoffLocation',
    'description',
    'phone',
    'email',
  ]);
});

test('an application to drive asks for a phone, and the waitlist for a planned city', () => {
  const application = renderToStaticMarkup(<DriverApplicationForm sender={null} />);
  const waitlist = renderToStaticMarkup(<WaitlistForm sender={null} cities={['Miami', 'Chicago']} />);

  expect([...inputsOf(application).keys()]).toEqual(['name', 'email', 'phone', 'vehicle', 'note']);
  expect(application.match(/Optional/g)).toHaveLength(1);
  expect(waitlist).toContain('<option>Miami</option><option>Chicago</option>');
});
