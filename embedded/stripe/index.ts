import { readOptions } from './options.ts';
import { startSimulator } from './start-simulator.ts';

const simulator = await startSimulator(readOptions(process.argv.slice(2), process.env));
console.log(`ready ${simulator.url}`);

const stop = async () => {
  await simulator.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
