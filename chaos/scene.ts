import { type Cluster, startCluster } from './cluster.ts';
import { openScreen, type Screen } from './open-screen.ts';
import { openTabs, type Tabs } from './open-tabs.ts';
import { openWire, type Wire } from './open-wire.ts';
import { DRIVERS, RIDERS, signUp } from './people.ts';
import { createRandom } from './random.ts';

/** Everything that takes part: the product, people at their pages, and two pages in a real browser. */
export interface Scene {
  cluster: Cluster;
  /** The pages of four riders and three drivers, and one more of the first rider, where nobody does anything. */
  screens: Screen[];
  /** That one more, and its way to the site. */
  onlooker: { screen: Screen; wire: Wire };
  /** My Rides of the first rider and the dashboard of the first driver; null without a browser. */
  tabs: Tabs | null;
  tabWire: Wire;
  /** Chance, as the seed has it. */
  random: () => number;
  close(): Promise<void>;
}

interface OpenedScene {
  seed: number;
  /** The bundle that each page runs. */
  screenProgram: string;
  hasTabs: boolean;
  /** Another launcher than the project's own. */
  launcher?: string;
}

/** Starts the product and opens everybody's pages. */
export async function openScene({ seed, screenProgram, hasTabs, launcher }: OpenedScene): Promise<Scene> {
  const cluster = await startCluster(launcher);
  try {
    const { web, stripe } = cluster.services;
    const [onlookerWire, tabWire] = [await openWire(web), await openWire(web)];
    await Promise.all(RIDERS.map((rider) => signUp(web, rider)));

    const people = [...RIDERS, ...DRIVERS];
    const active = people.map((account, index) =>
      openScreen({
        name: `page of ${account.email}`,
        program: screenProgram,
        settings: { ...account, site: web, stripe, isActive: true, seed: seed * 100 + index },
      }),
    );
    const [rider, driver] = [RIDERS.slice(0, 1), DRIVERS.slice(0, 1)];
    const [settings] = rider.map((account) => ({ ...account, site: onlookerWire.url, stripe }));
    if (!settings) throw new Error('there is no rider');
    const onlooker = await openScreen({
      name: `second page of ${settings.email}`,
      program: screenProgram,
      settings: { ...settings, isActive: false, seed },
    });
    const screens = [...(await Promise.all(active)), onlooker];
    const tabs = hasTabs ? await openTabs(tabWire.url, [...rider, ...driver]) : null;

    return {
      cluster,
      screens,
      onlooker: { screen: onlooker, wire: onlookerWire },
      tabs,
      tabWire,
      random: createRandom(seed),
      async close() {
        await tabs?.close();
        await Promise.all(screens.map((screen) => screen.close()));
        onlookerWire.close();
        tabWire.close();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
