import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { logger } from '../infra/logger.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '127.0.0.2', '::1']);

/**
 * Returns the host that a call of Socket#connect names. Undefined for a path or no host, which mean this
 * machine.
 */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = args.flat();
  if (typeof first === 'object' && first !== null && 'host' in first) return String(first.host);
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}

const outsideCalls: string[] = [];
const { connect } = Socket.prototype;
Socket.prototype.connect = function guardedConnect(this: Socket, ...args: unknown[]) {
  const host = hostOf(args);
  if (host !== undefined && !LOCAL.has(host)) {
    outsideCalls.push(host);
    throw new Error(`a test called ${host}`);
  }
  return Reflect.apply(connect, this, args);
};

// A test that causes errors on purpose uses expect(logger.error).toHaveBeenCalled(), then
// vi.mocked(logger.error).mockClear().
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(logger, 'error');
});

afterEach(() => {
  const noise = {
    outsideCalls: outsideCalls.splice(0),
    consoleErrors: vi.mocked(console.error).mock.calls,
    loggedErrors: vi.mocked(logger.error).mock.calls,
  };
  vi.restoreAllMocks();
  expect(noise).toEqual({ outsideCalls: [], consoleErrors: [], loggedErrors: [] });
});
