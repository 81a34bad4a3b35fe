import { once } from 'node:events';
import { connect } from 'node:net';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { completeRide, startEarly } from './testing/drive.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openRider } from './testing/people.ts';
import { sendContinuously } from './testing/send-continuously.ts';
import { expect, test } from './testing/test.ts';

const marquee = ownMarquee(['--cluster', '--servers', '2', '--workers', '2']);

/**
 * Restarts a server as a rolling release does: with SIGTERM, then waits until the balancer sends
 * it requests again.
 */
async function restart(server: string): Promise<void> {
  const before = marquee.pidOf(server);
  process.kill(before, 'SIGTERM');
  await expect.poll(() => marquee.pidOf(server), { timeout: 30_000 }).not.toBe(before);
  const servedBy = async () => (await fetch(`${marquee.services.web}/robots.txt`)).headers.get('x-served-by');
  await expect.poll(servedBy, { timeout: 10_000, intervals: [50] }).toBe(server);
}

test('no request fails while every server is restarted in turn, and a ride keeps updating live', async ({
  browser,
}) => {
  const { web } = marquee.services;
  const driver = await openDriver(browser, 'sam', web);
  const rider = await openRider(browser, web);
  await driver.goto('/driver');
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  const requests = sendContinuously(web);

  const { dropoff } = await bookPaidRide(rider, { services: marquee.services });
  await rider.goto('/my-rides');
  await expect(rider.getByText('Live', { exact: true })).toBeVisible();
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(offer).toBeVisible();

  const first = restart('server-1');
  await offer.getByRole('button', { name: 'Accept Ride' }).click();
  const ride = rider.getByRole('article', { name: dropoff });
  await expect(ride.getByText(/^Your driver is booked for Tue /)).toBeVisible();
  await first;

  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  const second = restart('server-2');
  await startEarly(driver, job);
  await expect(ride.getByText('Ride in progress')).toBeVisible();
  await second;

  await completeRide(driver, job, 3);
  const completed = rider.getByRole('region', { name: 'Completed Rides' });
  await expect(completed.getByText(dropoff)).toBeVisible();
  const { servedBy, failures } = await requests.stop();
  expect(failures).toEqual([]);
  expect([...servedBy].toSorted()).toEqual(['server-1', 'server-2']);
});

test('the balancer limits the connections of one IP address, and still serves others', async () => {
  test.skip(process.platform !== 'linux', 'elsewhere a machine has one loopback address, which is let be');
  const port = Number(new URL(marquee.services.web).port);
  let cut = 0;
  const sockets = Array.from({ length: 510 }, () =>
    connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      .on('error', () => {})
      .on('close', () => {
        cut += 1;
      }),
  );

  await expect.poll(() => cut).toBe(10);

  const neighbour = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' });
  neighbour.end('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = await once(neighbour, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  for (const socket of sockets) socket.destroy();
});
