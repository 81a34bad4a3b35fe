import { runMarquee } from './testing/run-marquee.ts';

/** Starts the one product that most browser tests share; its services stand in MARQUEE_SERVICES. */
async function startMarquee(): Promise<() => Promise<void>> {
  const { services, stop } = await runMarquee();
  process.env.MARQUEE_SERVICES = JSON.stringify(services);
  return stop;
}

export default startMarquee;
