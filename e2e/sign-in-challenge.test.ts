import { type APIRequestContext, request } from 'playwright/test';
import { accessibilityFaults, WCAG } from './testing/accessibility-faults.ts';
import { openVisitor, RIDER_PASSWORD, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { watchNoise } from './testing/watch-noise.ts';

const WRONG_GUESSES = 40;

const addressOf = (guess: number): string => `10.39.${process.pid % 256}.${guess + 1}`;

test('during a password-guessing attack, the owner signs in on a new browser, which solves a challenge', async ({
  browser,
}) => {
  const email = `attacked-${process.pid}-${Date.now()}@example.com`;
  // The owner's first browser is known to the product; the attacker's is not.
  const [owner, attacker] = [await request.newContext(), await request.newContext()];
  const post = (from: APIRequestContext, path: string, data: object, address: string) =>
    from.post(`${siteUrl()}${path}`, { headers: { origin: siteUrl(), 'x-forwarded-for': address }, data });
  await post(owner, '/api/users', { name: 'Olga Owner', email, password: RIDER_PASSWORD }, addressOf(200));
  const statuses: number[] = [];
  for (let guess = 0; guess < WRONG_GUESSES; guess += 1) {
    const reply = await post(attacker, '/api/session', { email, password: 'a guess' }, addressOf(guess));
    statuses.push(reply.status());
  }
  await Promise.all([owner.dispose(), attacker.dispose()]);
  expect(new Set(statuses)).toEqual(new Set([401, 428]));

  const page = await openVisitor(browser);
  const noise = await watchNoise(page);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/session') && response.request().method() === 'POST') {
      answers.push(response.status());
    }
  });
  // Delays the worker's code, so that the form can be checked while it works.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/solver.worker-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/sign-in?next=%2Fmy-rides');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(RIDER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByRole('button', { name: 'Checking your browser…' })).toBeVisible();
  await expect(page.getByRole('status').getByText(/don’t need to do anything/)).toBeVisible();
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  release();

  await page.waitForURL('**/my-rides');
  expect(answers).toEqual([428, 200]);
  // The browser reports the 428 reply. A policy that blocked the worker would cause another report.
  expect(noise.filter((line) => !line.includes('428'))).toEqual([]);
});
