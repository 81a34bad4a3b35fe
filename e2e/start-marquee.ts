import { runMarquee } from './testing/run-marquee.ts';

/** Starts the product that most browser tests share, servers behind their balancer; its services stand in MARQUEE_SERVICES, its data in MARQUEE_DATA. */
async function startMarquee(): Promise<() => Promise<void>> {
  const { services, dataDir, stop } = await runMarquee(['--cluster', '--servers', '2', '--workers', '1']);
  process.env.MARQUEE_SERVICES = JSON.stringify(services);
  process.env.MARQUEE_DATA = dataDir;
  return stop;
}

export default startMarquee;
