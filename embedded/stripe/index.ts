import { readOptions, startSimulator } from './start-simulator.ts';

/** Runs the simulator as a process. Prints `ready <address>` when it listens; stops on SIGTERM and SIGINT. */
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
