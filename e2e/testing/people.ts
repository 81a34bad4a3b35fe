import type { Browser, Page } from 'playwright/test';

/** The address of the product under test. */
export const siteUrl = (): string => {
  const url = process.env.MARQUEE_URL;
  if (!url) throw new Error('MARQUEE_URL is not set');
  return url;
};

let people = 0;

/**
 * A browser of its own for somebody: a rider newly signed up, or the seeded demo driver. Errors on its console and uncaught ones fail
 * the test that opened it, when it closes.
 */
export async function openAs(browser: Browser, role: 'rider' | 'driver'): Promise<Page> {
  const context = await browser.newContext({ baseURL: siteUrl() });
  const { request } = context;
  const headers = { origin: siteUrl() };
  people += 1;
  const email = `e2e-${process.pid}-${people}-${Date.now()}@example.com`;
  const reply =
    role === 'driver'
      ? await request.post('/api/session/demo', { headers, data: {} })
      : await request.post('/api/users', { headers, data: { name: 'Robin Rider', email, password: 'a long enough one', phone: '(702) 555-0101' } });
  if (!reply.ok()) throw new Error(`${role} cannot sign in: ${reply.status()} ${await reply.text()}`);
  await context.addInitScript((acting) => localStorage.setItem('role', acting), role);
  return context.newPage();
}
