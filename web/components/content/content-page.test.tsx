// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { PageCopy } from '#web/content/page-copy.ts';
import { ContentPage } from './content-page.tsx';

const copy: PageCopy = {
  path: '/somewhere',
  title: 'Somewhere',
  description: 'A page to look at.',
  lead: 'It has a lead.',
  layout: 'reference',
  sections: [
    { id: 'first', title: 'First', text: ['One.'], links: [{ to: '/about', label: 'About us' }] },
    {
      id: 'second',
      title: 'Second',
      rows: [
        ['Fee', '$5'],
        ['Phone', '911', 'tel:911'],
      ],
    },
  ],
  action: { title: 'Go on', text: 'Now.', links: [{ to: '/#booking', label: 'Book' }] },
};

const show = (overrides: Partial<PageCopy> = {}, inserts?: Record<string, ReactNode>) =>
  render(
    <MemoryRouter>
      <ContentPage copy={{ ...copy, ...overrides }} inserts={inserts} />
    </MemoryRouter>,
  );

/** Sets the tops of the sections in pixels, on a page taller than the window. */
function placeSections(tops: Record<string, number>) {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.id] ?? 0, 0, 0);
  });
}

/** Returns the links to a section: in the side column, and in the popover of narrow windows. */
const linksTo = (name: string) =>
  within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link', { name });

test('a reference page lists its sections and marks the one being read', () => {
  placeSections({ first: 100, second: 900 });
  show();

  for (const link of linksTo('First')) {
    expect(link).toHaveAttribute('href', '#first');
    expect(link).toHaveAttribute('aria-current', 'location');
  }
  for (const link of linksTo('Second')) {
    expect(link).toHaveAttribute('href', '#second');
    expect(link).not.toHaveAttribute('aria-current');
  }

  placeSections({ first: -700, second: 100 });
  fireEvent.scroll(window);
  for (const link of linksTo('Second')) expect(link).toHaveAttribute('aria-current', 'location');
});

test('a story page has no table of contents', () => {
  show({ layout: 'story' });
  expect(screen.getByRole('heading', { name: 'First' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a section shows its links', () => {
  show();
  expect(screen.getByRole('link', { name: 'About us' })).toHaveAttribute('href', '/about');
});

test('an insert replaces its section\u2019s links', () => {
  show({}, { first: <form aria-label="Write to us" /> });
  expect(screen.getByRole('form', { name: 'Write to us' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'About us' })).toBeNull();
});

test('a row is a link only if it has an address', () => {
  show();
  const [fee, phone] = screen.getAllByRole('definition');
  expect(within(phone ?? document.body).getByRole('link', { name: '911' })).toHaveAttribute(
    'href',
    'tel:911',
  );
  expect(fee).toHaveTextContent(/^\$5$/);
  expect(fee).toHaveClass('figures');
  expect(fee?.querySelector('a')).toBeNull();
});
