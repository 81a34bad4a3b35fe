import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { BookingSection } from './booking-section.tsx';

const page = renderToStaticMarkup(
  <StaticRouter location="/">
    <BookingSection
      rider={null}
      onSignInNeeded={() => {}}
      onRequested={() => {}}
      renderVehicle={() => null}
    />
  </StaticRouter>,
);

test('a new form is hourly, three hours, with eighteen percent', () => {
  expect(page).toMatch(/name="hours"[^>]*value="3"/);
  expect(page).toContain('Minimum 1 hour');
  expect(page).toMatch(/value="18" selected=""/);
});

test('the contact fields are ones a browser can fill in', () => {
  for (const token of ['name', 'email', 'tel']) expect(page).toContain(`autoComplete="${token}"`);
});

test('every vehicle is offered with its capacity', () => {
  expect(page.match(/<option value="[^"]+"[^>]*>[^<]+, \d+ passengers</g)).toHaveLength(16);
});

test('addresses are comboboxes with their list closed', () => {
  expect(page.match(/role="combobox"[^>]*aria-expanded="false"/g)).toHaveLength(2);
});
