import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Makes every id, token and jitter in this thread come from one random number generator. */
export function installSeededIds(random: () => number): void {
  const fill = <Bytes extends ArrayBufferView>(target: Bytes): Bytes => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
    return target;
  };
  const randomBytes = (size: number, done?: (error: null, bytes: Buffer) => void): Buffer | undefined => {
    const bytes = fill(Buffer.alloc(size));
    if (!done) return bytes;
    queueMicrotask(() => done(null, bytes));
    return undefined;
  };
  const randomInt = (...args: number[]): number => {
    const [min, max] = args.length > 1 ? args : [0, args[0]];
    return (min ?? 0) + Math.floor(random() * ((max ?? 0) - (min ?? 0)));
  };
  const randomUUID = (): string => {
    const bytes = fill(Buffer.alloc(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  Object.assign(crypto, { randomBytes, randomInt, randomUUID, randomFillSync: fill });
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID });
  Math.random = random;
  syncBuiltinESMExports();
}
