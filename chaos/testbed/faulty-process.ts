import fs, { readFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { MACHINE_FAULTS_FILE, type MachineFault } from './machine-fault.ts';

// Preloaded into every program of a cluster. Simulates a wrong clock or a full disk for one process, which no
// signal or proxy can do. Reads the faults of this process from the data folder on SIGUSR2.
const file = join(process.env.DATA_DIR ?? '', MACHINE_FAULTS_FILE);
let fault: MachineFault = {};
process.on('SIGUSR2', () => {
  fault = JSON.parse(readFileSync(file, 'utf8'))[process.pid] ?? {};
});

const RealDate = Date;
const now = () => RealDate.now() + (fault.clockAheadMs ?? 0);
globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, made) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], made === globalThis.Date ? target : made),
});

/** Fails like a full file system: part of the data is written, the rest is not. */
const writeWhole = fs.writeFileSync;
fs.writeFileSync = (to, data, options) => {
  if (!fault.isDiskFull || typeof to !== 'number' || !(data instanceof Uint8Array)) {
    return writeWhole(to, data, options);
  }
  writeSync(to, data.subarray(0, data.length / 2));
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  });
};
syncBuiltinESMExports();
