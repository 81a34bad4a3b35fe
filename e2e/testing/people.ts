import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
} from 'playwright/test';
import { DEMO_PASSWORD } from '../../server/users/demo-users.ts';
import type { Services } from './run-marquee.ts';

/** Where the product is that the tests share. */
export function sharedServices(): Services {
  const services = process.env.MARQUEE_SERVICES;
  if (!services) throw new Error('no product was started');
  return JSON.parse(services);
}

/** Its data folder. */
export function sharedData(): string {
  const folder = process.env.MARQUEE_DATA;
  if (!folder) throw new Error('no product was started');
  return folder;
}

/** Its address. */
export const siteUrl = (): string => sharedServices().web;

/** Seeded drivers. */
const DRIVERS = { sam: 'sam@marquee.example', nora: 'nora@marquee.example', luis: 'luis@marquee.example' };

/** Seeded staff. */
const STAFF = { admin: 'dana.reyes@marquee.example', dispatcher: 'robin@marquee.example' };

export type DriverName = keyof typeof DRIVERS;

/** What riders made by these tests sign in with. */
export const RIDER_PASSWORD = 'a long enough one';

let people = 0;

/** An address on the net that nobody else has, since sign-in and sign-up are limited by address. */
const ownAddress = () =>
  `10.${process.pid % 256}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

async function signUp(request: APIRequestContext, site: string): Promise<void> {
  people += 1;
  const email = `e2e-${process.pid}-${people}-${Date.now()}@example.com`;
  const reply = await request.post('/api/users', {
    headers: { origin: site, 'x-forwarded-for': ownAddress() },
    data: { name: 'Robin Rider', email, password: RIDER_PASSWORD, phone: '(702) 555-0101' },
  });
  if (!reply.ok()) throw new Error(`no rider: ${reply.status()} ${await reply.text()}`);
}

async function signIn(request: APIRequestContext, site: string, email: string): Promise<void> {
  const reply = await request.post('/api/session', {
    headers: { origin: site, 'x-forwarded-for': ownAddress() },
    data: { email, password: DEMO_PASSWORD },
  });
  if (!reply.ok()) throw new Error(`no ${email}: ${reply.status()} ${await reply.text()}`);
}

/** A browser of its own for a rider who has just signed up, without a window: for what they do by calls alone. */
export async function signUpRider(browser: Browser, site = siteUrl()): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: site });
  await signUp(context.request, site);
  return context;
}

/** The same with a window. */
export const openRider = async (browser: Browser, site = siteUrl()): Promise<Page> =>
  (await signUpRider(browser, site)).newPage();

/** A browser of its own for one of the seeded drivers. */
export async function openDriver(
  browser: Browser,
  name: DriverName = 'sam',
  site = siteUrl(),
): Promise<Page> {
  return signInDriver(await browser.newContext({ baseURL: site }), name, site);
}

/** A phone held upright, worked by touch. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A phone of a seeded driver that hands out where it is. */
export async function openDriversPhone(browser: Browser, name: DriverName, site = siteUrl()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, ...PHONE, permissions: ['geolocation'] });
  return signInDriver(context, name, site);
}

async function signInDriver(context: BrowserContext, name: DriverName, site: string): Promise<Page> {
  await signIn(context.request, site, DRIVERS[name]);
  return context.newPage();
}

/** A browser of its own for a seeded admin, Dana, or dispatcher, Robin. */
export async function openStaff(
  browser: Browser,
  role: keyof typeof STAFF = 'admin',
  site = siteUrl(),
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site });
  await signIn(context.request, site, STAFF[role]);
  return context.newPage();
}

/** A browser of its own for a new rider who is a driver too, and acts as one. */
export async function openDrivingRider(browser: Browser, site = siteUrl()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site });
  await signUp(context.request, site);
  await signIn(context.request, site, DRIVERS.luis);
  const page = await context.newPage();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Switch to Driver' }).click();
  return page;
}

/** A browser of its own for somebody who signed out here before, so that the demo does not sign anybody in. */
export async function openVisitor(
  browser: Browser,
  site = siteUrl(),
  device: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, ...device });
  await context.route('**/api/session/demo', (route) =>
    route.fulfill({ status: 404, json: { message: 'No demo.', code: 'NOT_FOUND' } }),
  );
  return context.newPage();
}
