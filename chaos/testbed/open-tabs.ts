import { type Browser, chromium, type Page } from 'playwright';
import { installedChromium } from '#embedded/testing/installed-chromium.ts';
import type { Account } from '../screen/messages.ts';

/** A ride on a page: its whole text, and the part that contains its status. */
export interface Row {
  text: string;
  status: string;
}

/** A page in its own browser context. */
interface Tab {
  name: string;
  account: Account;
  /** @returns the rides on the page, and whether it says "Live" */
  read(): Promise<{ isLive: boolean; rows: Row[] }>;
}

/** A browser with one page per account. */
export interface Tabs {
  all: Tab[];
  /**
   * Stops the renderer processes, as an operating system does with background pages.
   *
   * @returns a function that resumes them
   */
  suspend(): Promise<() => void>;
  /** Signs in again after the sessions were lost, and reloads the pages. */
  signInAgain(): Promise<void>;
  close(): Promise<void>;
}

const PAGES = { rider: '/my-rides', driver: '/driver', staff: '/ops' };

/** Opens My Rides for each rider and the dashboard for each driver. */
export async function openTabs(site: string, accounts: readonly Account[]): Promise<Tabs> {
  const browser = await chromium.launch(installedChromium());

  const open = async (account: Account) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // The demo does not sign in automatically after a sign-out.
    await context.addInitScript(() => localStorage.setItem('signed-out', 'yes'));
    await signIn(page, site, account);
    await page.goto(`${site}${PAGES[account.role]}`);
    return { page, account };
  };
  const opened = await Promise.all(accounts.map(open));

  return {
    all: opened.map(({ page, account }) => ({
      name: `tab of ${account.email}`,
      account,
      read: async () => ({
        isLive: await page.getByText('Live', { exact: true }).isVisible(),
        rows: await page.evaluate(readRows),
      }),
    })),
    async suspend() {
      const pids = await renderersOf(browser);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
    async signInAgain() {
      for (const { page, account } of opened) {
        await signIn(page, site, account);
        await page.reload();
      }
    },
    close: () => browser.close(),
  };
}

/** Reads the rides. Runs inside the page. */
const readRows = (): Row[] =>
  [...document.querySelectorAll('main article, main li.past-ride')].map((row) => ({
    // An offer also mentions other rides of the driver, but its label contains its own route only.
    text: row.getAttribute('aria-label') ?? row.textContent ?? '',
    status: (row.querySelector('header') ?? row).textContent ?? '',
  }));

async function signIn(page: Page, site: string, { email, password, address }: Account): Promise<void> {
  const reply = await page.request.post(`${site}/api/session`, {
    headers: { origin: site, 'x-forwarded-for': address },
    data: { email, password },
  });
  if (!reply.ok()) throw new Error(`${email} cannot sign in: ${reply.status()}`);
}

async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
