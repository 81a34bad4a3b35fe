import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Router } from './router.tsx';

/** Prerenders a page: without `window` and `document`. */
const render = (path: string) =>
  renderToString(
    <StaticRouter location={path}>
      <Router />
    </StaticRouter>,
  );

test('site pages have a footer, and a skip link before the header', () => {
  const html = render('/');
  expect(html.indexOf('href="#main"')).toBeLessThan(html.indexOf('<header'));
  expect(html).toContain('id="main"');
  expect(html).toContain('<footer');
});

test.each([
  ['/driver', 'href="/driver-rides"'],
  ['/driver-rides', 'href="/driver"'],
])('%s shows the header of the ride screens once its code has loaded', async (path, link) => {
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <Router />
    </StaticRouter>,
  );
  const html = await text(prelude);
  expect(html).toContain('aria-label="Home"');
  expect(html).toContain(link);
  expect(html).not.toContain('<footer');
});
