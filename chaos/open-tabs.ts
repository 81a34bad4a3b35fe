import { execFileSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright';
import type { Account } from './people.ts';

/** A ride as a page shows it: all its words, and those that say how it stands. */
export interface Row {
  text: string;
  standing: string;
}

/** A page in a window of its own. */
export interface Tab {
  name: string;
  account: Account;
  /** The rides on it, and whether it says that it is live. */
  read(): Promise<{ isLive: boolean; rows: Row[] }>;
}

/** A browser with somebody's page in each window. */
export interface Tabs {
  all: Tab[];
  /** Stops what runs the pages, as an operating system does with what is out of sight, and lets it go on. */
  suspend(): Promise<() => void>;
  /** Somebody whose session is gone signs in again, and loads the page again. */
  signInAgain(): Promise<void>;
  close(): Promise<void>;
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

const PAGES = { rider: '/my-rides', driver: '/driver' };

/** Runs in the page. */
const readRows = (): Row[] =>
  [...document.querySelectorAll('main article, main li.past-ride')].map((row) => ({
    text: row.textContent ?? '',
    standing: (row.querySelector('header') ?? row).textContent ?? '',
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

/** Opens My Rides for each rider, and the dashboard for each driver, on a site. */
export async function openTabs(site: string, accounts: readonly Account[]): Promise<Tabs> {
  const executablePath =
    process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium']).toString().trim();
  const browser = await chromium.launch({ executablePath, args: ARGS });

  const open = async (account: Account) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // The demo signs nobody in where somebody has signed out.
    await context.addInitScript((role) => {
      localStorage.setItem('role', role);
      localStorage.setItem('signed-out', 'yes');
    }, account.role);
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
