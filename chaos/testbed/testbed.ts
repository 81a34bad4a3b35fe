import { setTimeout } from 'node:timers/promises';
import { createRandom } from '../random.ts';
import type { Account } from '../screen/messages.ts';
import { type Cluster, startCluster, type Topology } from './cluster.ts';
import { openScreen, type Screen } from './open-screen.ts';
import { openTabs, type Tabs } from './open-tabs.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The product under load: the cluster, the pages of its users, and two pages in a real browser. */
export interface Testbed {
  cluster: Cluster;
  /** The pages of four riders, three drivers and a dispatcher, and the observer's page. */
  screens: Screen[];
  /** A second page of the first rider that only watches, behind its own proxy. */
  observer: { screen: Screen; proxy: TcpProxy };
  /** My Rides of the first rider and the dashboard of the first driver; null without a browser. */
  tabs: Tabs | null;
  tabProxy: TcpProxy;
  /** Returns random numbers from the seed, from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  close(): Promise<void>;
}

interface TestbedOptions {
  seed: number;
  topology: Topology;
  /** The bundle that each page runs. */
  screenProgram: string;
  hasTabs: boolean;
  /** The launcher of the build that runs. */
  launcher: string;
}

const RIDERS: readonly Account[] = [1, 2, 3, 4].map((index) => ({
  role: 'rider',
  email: `rider-${index}@example.com`,
  password: 'a long enough one',
  address: `10.1.${index}.1`,
}));

/** Drivers from the demo data. */
const DRIVERS: readonly Account[] = ['sam', 'nora', 'luis'].map((name, index) => ({
  role: 'driver',
  email: `${name}@marquee.example`,
  password: 'marquee-demo',
  address: `10.2.${index}.1`,
}));

/** The dispatcher from the demo data, with the console open. */
const STAFF: Account = {
  role: 'staff',
  email: 'dana.reyes@marquee.example',
  password: 'marquee-demo',
  address: '10.3.1.1',
};

/** Starts the cluster, signs the riders up and opens every page. */
export async function startTestbed(options: TestbedOptions): Promise<Testbed> {
  const { seed, topology, screenProgram, hasTabs, launcher } = options;
  const cluster = await startCluster(launcher, topology);
  try {
    const { web, stripe, mail } = cluster.services;
    const [observerProxy, tabProxy] = [await startTcpProxy(web), await startTcpProxy(web)];
    await Promise.all(RIDERS.map((rider) => signUp(web, rider)));
    // Only riders with a confirmed email address can share trips.
    await Promise.all(RIDERS.map((rider) => confirmEmail({ web, mail }, rider)));

    const active = [...RIDERS, ...DRIVERS, STAFF].map((account, index) =>
      openScreen({
        name: `page of ${account.email}`,
        program: screenProgram,
        settings: { ...account, site: web, stripe, isActive: true, seed: seed * 100 + index },
      }),
    );
    const [rider, driver] = [RIDERS.slice(0, 1), DRIVERS.slice(0, 1)];
    const [settings] = rider.map((account) => ({ ...account, site: observerProxy.url, stripe }));
    if (!settings) throw new Error('there is no rider');
    const observer = await openScreen({
      name: `second page of ${settings.email}`,
      program: screenProgram,
      settings: { ...settings, isActive: false, seed },
    });
    const screens = [...(await Promise.all(active)), observer];
    const tabs = hasTabs ? await openTabs(tabProxy.url, [...rider, ...driver]) : null;

    return {
      cluster,
      screens,
      observer: { screen: observer, proxy: observerProxy },
      tabs,
      tabProxy,
      random: createRandom(seed),
      async close() {
        await tabs?.close();
        await Promise.all(screens.map((screen) => screen.close()));
        observerProxy.close();
        tabProxy.close();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function signUp(site: string, { email, password, address }: Account): Promise<void> {
  const reply = await fetch(`${site}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, 'x-forwarded-for': address },
    body: JSON.stringify({ name: 'Robin Rider', email, password, phone: '(702) 555-0101' }),
  });
  if (!reply.ok) throw new Error(`sign-up failed: ${reply.status} ${await reply.text()}`);
}

interface Mail {
  to: { address: string }[];
  text: string;
}

/** Waits for the confirmation link mailed to a new account, and spends it with the account's password. */
async function confirmEmail(
  { web, mail }: Pick<Cluster['services'], 'web' | 'mail'>,
  { email, password, address }: Account,
): Promise<void> {
  for (;;) {
    const mails: Mail[] = await (await fetch(`${mail}/email`)).json();
    const sent = mails.find(({ to }) => to.some((recipient) => recipient.address === email));
    const [, token] = /\/confirm-email#([\w-]+)/.exec(sent?.text ?? '') ?? [];
    if (token) {
      const reply = await fetch(`${web}/api/email-confirmations/spend`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: web, 'x-forwarded-for': address },
        body: JSON.stringify({ token, password }),
      });
      if (!reply.ok) throw new Error(`not confirmed: ${reply.status} ${await reply.text()}`);
      return;
    }
    await setTimeout(200);
  }
}
