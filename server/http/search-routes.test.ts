import { once } from 'node:events';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { PAGE_PATHS } from '#common/pages.ts';
import { env } from '../env.ts';
import { searchRoutes } from './search-routes.ts';

async function get(path: string): Promise<Response> {
  const server = express().use(searchRoutes).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return fetch(`http://127.0.0.1:${Object(server.address()).port}${path}`);
}

test('robots.txt keeps crawlers from calls and payments, and names the sitemap', async () => {
  const response = await get('/robots.txt');

  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('Disallow: /api/\nDisallow: /checkout\n');
  expect(text).toContain(`Sitemap: ${env.PUBLIC_URL}/sitemap.xml`);
});

test('the sitemap has every page but the personal ones, each once, at the published address', async () => {
  const response = await get('/sitemap.xml');

  expect(response.headers.get('content-type')).toContain('application/xml');
  const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  const personal = ['/driver', '/my-rides', '/driver-rides', '/checkout', '/sign-in', '/sign-up'];
  const expected = PAGE_PATHS.filter((path) => !personal.includes(path));
  expect(listed.toSorted()).toEqual(expected.map((path) => new URL(path, env.PUBLIC_URL).href).toSorted());
});
