import { DEFAULT_BEHAVIOR } from '#embedded/stripe/events/webhook-sender.ts';
import type { Fault, Line } from '../acts.ts';
import type { Page } from './pages.ts';
import type { SimulatedProvider } from './stand-ins/stripe-simulator.ts';
import { world } from './the-world.ts';

interface Machines {
  pages: readonly Page[];
  stripe: SimulatedProvider;
  addToLog: (text: string) => void;
}

/** Begins a fault now and schedules its end. */
export function scheduleFault(fault: Extract<Line, { forMs: number }>, machines: Machines): void {
  const { clock } = world();
  machines.addToLog(`${describeFault(fault)}, for ${Math.round(fault.forMs / 1_000)} s`);
  const end = begin(fault, machines);
  clock.at(clock.now() + fault.forMs, () => {
    end();
    machines.addToLog(`no longer: ${fault.act}`);
  });
}

const describeFault = (fault: Fault): string => {
  const { act, ...how } = fault;
  const detail = Object.entries(how)
    .filter(([name]) => name !== 'at' && name !== 'forMs')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  return detail ? `${act} (${detail})` : act;
};

/** @returns a function that ends the fault */
function begin(fault: Fault, { pages, stripe }: Machines): () => void {
  const current = world();
  const { faultsOfJob } = current;
  const withJobs = (faults: ReturnType<typeof faultsOfJob>) => {
    current.faultsOfJob = () => faults;
    return () => {
      current.faultsOfJob = () => ({});
    };
  };
  switch (fault.act) {
    case 'redis away':
      current.isRedisAway = true;
      return () => {
        current.isRedisAway = false;
        // When its Redis subscription is back, a node makes its pages reload their lists.
        for (const page of pages) wake(page);
      };
    case 'workers killed':
      return withJobs({ death: { atWrite: fault.atWrite, isAfter: fault.isAfter } });
    case 'jobs late':
      return withJobs({ delayMs: fault.delayMs });
    case 'jobs run twice':
      return withJobs({ copies: 2 });
    case 'clocks differ':
      return withJobs({ skewMs: fault.skewMs });
    case 'webhooks late':
      stripe.webhooks.configure({ copies: fault.copies, delayMs: fault.delayMs, jitterMs: fault.delayMs });
      return () => void stripe.webhooks.configure(DEFAULT_BEHAVIOR);
    case 'page asleep': {
      const page = pages[fault.page % pages.length];
      if (!page) return () => {};
      page.isAsleep = true;
      return () => {
        page.isAsleep = false;
        wake(page);
      };
    }
  }
}

const wake = (page: Page): void => {
  world().scheduler.start({ label: `page of ${page.name}` }, () => page.resync());
};
