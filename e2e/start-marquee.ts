import { runMarquee } from './testing/run-marquee.ts';

/**
 * Starts the product that most browser tests share, with servers behind a balancer. Writes its services to
 * MARQUEE_SERVICES and its data folder to MARQUEE_DATA.
 */
async function startMarquee(): Promise<() => Promise<void>> {
  const { services, dataDir, stop } = await runMarquee(['--cluster', '--servers', '2', '--workers', '1']);
  process.env.MARQUEE_SERVICES = JSON.stringify(services);
  process.env.MARQUEE_DATA = dataDir;
  return stop;
}

export default startMarquee;
