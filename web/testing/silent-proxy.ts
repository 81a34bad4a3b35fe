import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a server that can be cut like a network: neither end is closed, and no data passes. */
interface SilentProxy {
  url: string;
  /** From now on drops all data of both sides, and accepts connections without forwarding them. */
  fallSilent(): void;
  /** Forwards new connections again. Existing silenced connections stay silent. */
  heal(): void;
  /** Decides for each new connection, by its number from 0, whether it is accepted without forwarding. */
  swallow(isSwallowed: (number: number) => boolean): void;
  /** Closes all connections. */
  drop(): void;
}

/** Starts a proxy to this server, which is closed when the test ends. */
export async function startSilentProxy(server: string): Promise<SilentProxy> {
  const open = new Set<Socket>();
  let isSilent = false;
  let isSwallowed = (_number: number) => false;
  let count = 0;

  const proxy = createServer((near) => {
    open.add(near.on('error', () => {}));
    near.resume();
    const number = count;
    count += 1;
    if (isSilent || isSwallowed(number)) return;
    const far = connect(Number(new URL(server).port), '127.0.0.1');
    open.add(far.on('error', () => near.destroy()));
    let isPassing = true;
    cuts.push(() => {
      isPassing = false;
    });
    near.on('data', (bytes) => isPassing && far.write(bytes));
    far.on('data', (bytes) => isPassing && near.write(bytes));
    near.on('close', () => isPassing && far.destroy());
    far.on('close', () => isPassing && near.destroy());
  });
  const cuts: (() => void)[] = [];
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    drop();
    proxy.close();
  });

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fallSilent: () => {
      isSilent = true;
      for (const cut of cuts) cut();
    },
    heal: () => {
      isSilent = false;
    },
    swallow: (rule) => {
      isSwallowed = rule;
    },
    drop,
  };
}
