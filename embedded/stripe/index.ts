import { readOptions } from './options.ts';
import { startSimulator } from './start-simulator.ts';

/** The simulator as a process: says `ready <address>` when it can be called, and ends in order on SIGTERM. */
async function main(): Promise<void> {
  const simulator = await startSimulator(readOptions(process.argv.slice(2), process.env));
  const stop = async () => {
    await simulator.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`ready ${simulator.url}`);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
