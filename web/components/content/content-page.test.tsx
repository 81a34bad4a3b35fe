import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
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

const render = (overrides: Partial<PageCopy> = {}, inserts?: Record<string, ReactNode>) =>
  renderToStaticMarkup(
    <StaticRouter location="/somewhere">
      <ContentPage copy={{ ...copy, ...overrides }} inserts={inserts} />
    </StaticRouter>,
  );

test('a reference page lists its sections and marks the first as the one being read', () => {
  const html = render();
  expect(html).toMatch(/<nav aria-label="On this page"/);
  expect(html).toContain('href="#second"');
  expect(html).toMatch(/href="#first" aria-current="location"/);
});

test('a story has no contents', () => {
  expect(render({ layout: 'story' })).not.toContain('On this page');
});

test('an insert stands in place of its section\u2019s links', () => {
  expect(render()).toContain('About us');
  const html = render({}, { first: <form>Write to us</form> });
  expect(html).toContain('<form>Write to us</form>');
  expect(html).not.toContain('About us');
});

test('a row with an address is a link, one without is not', () => {
  const html = render();
  expect(html).toMatch(/<a [^>]*href="tel:911"[^>]*>911</);
  expect(html).toMatch(/<dd class="[^"]*figures[^"]*">\$5</);
});
