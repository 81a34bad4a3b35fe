import fs, { readFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { BENDS_FILE, type Bend } from './bend.ts';

// Loaded before every program of a cluster: a full disk for one process, which no signal or proxy can give it. What is
// bent, and for which process, stands in the data folder and is read again at SIGUSR2.
const file = join(process.env.DATA_DIR ?? '', BENDS_FILE);
const SOUND: Bend = { isDiskFull: false };
let bend = SOUND;
process.on('SIGUSR2', () => {
  bend = JSON.parse(readFileSync(file, 'utf8'))[process.pid] ?? SOUND;
});

/** As the file system does it: part of the data finds room, the rest does not. */
const writeWhole = fs.writeFileSync;
fs.writeFileSync = (to, data, options) => {
  if (!bend.isDiskFull || typeof to !== 'number' || !(data instanceof Uint8Array)) {
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
