import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
} from 'playwright/test';
import { DEMO_PASSWORD } from '../../server/users/demo-users.ts';
import type { Services } from './run-marquee.ts';

/** Returns the addresses of the product that the tests share. */
export function sharedServices(): Services {
  const services = process.env.MARQUEE_SERVICES;
  if (!services) throw new Error('no product was started');
  return JSON.parse(services);
}

/** Returns its data folder. */
export function sharedData(): string {
  const folder = process.env.MARQUEE_DATA;
  if (!folder) throw new Error('no product was started');
  return folder;
}

/** Returns its site URL. */
export const siteUrl = (): string => sharedServices().web;

/** Seeded drivers. */
const DRIVERS = { sam: 'sam@marquee.example', nora: 'nora@marquee.example', luis: 'luis@marquee.example' };

/** Seeded staff. */
const STAFF = { admin: 'dana.reyes@marquee.example', dispatcher: 'robin@marquee.example' };

type DriverName = keyof typeof DRIVERS;

/** The password of riders created by these tests. */
export const RIDER_PASSWORD = 'a long enough one';

let people = 0;

/** Returns a random IP address, because sign-in and sign-up are rate-limited by address. */
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

/** Opens a browser without a page for a new rider, for tests that only make calls. */
export async function signUpRider(browser: Browser, site = siteUrl()): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: site });
  await signUp(context.request, site);
  return context;
}

/** Opens a browser with a page for a new rider. */
export const openRider = async (browser: Browser, site = siteUrl()): Promise<Page> =>
  (await signUpRider(browser, site)).newPage();

/** Opens a browser for one of the seeded drivers. */
export async function openDriver(
  browser: Browser,
  name: DriverName = 'sam',
  site = siteUrl(),
): Promise<Page> {
  return signInDriver(await browser.newContext({ baseURL: site }), name, site);
}

/** A phone in portrait orientation with a touch screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the phone of a seeded driver, with access to its location. */
export async function openDriversPhone(browser: Browser, name: DriverName, site = siteUrl()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, ...PHONE, permissions: ['geolocation'] });
  return signInDriver(context, name, site);
}

async function signInDriver(context: BrowserContext, name: DriverName, site: string): Promise<Page> {
  await signIn(context.request, site, DRIVERS[name]);
  return context.newPage();
}

/** Opens a browser for a seeded admin, Dana, or dispatcher, Robin. */
export async function openStaff(
  browser: Browser,
  role: keyof typeof STAFF = 'admin',
  site = siteUrl(),
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site });
  await signIn(context.request, site, STAFF[role]);
  return context.newPage();
}

/** Opens a browser for a new rider who is also signed in as a driver, and acts as the driver. */
export async function openDrivingRider(browser: Browser, site = siteUrl()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site });
  await signUp(context.request, site);
  await signIn(context.request, site, DRIVERS.luis);
  const page = await context.newPage();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Switch to Driver' }).click();
  return page;
}

/** Opens a browser for a visitor. The demo sign-in is disabled. */
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
