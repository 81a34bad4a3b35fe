import { runMarquee } from './testing/run-marquee.ts';

/** Starts the product that most browser tests share, servers behind their balancer; its services stand in MARQUEE_SERVICES. */
async function startMarquee(): Promise<() => Promise<void>> {
  const { services, stop } = await runMarquee(['--cluster', '--servers', '2', '--workers', '1']);
  process.env.MARQUEE_SERVICES = JSON.stringify(services);
  return stop;
}

export default startMarquee;
