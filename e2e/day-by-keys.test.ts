import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { ownMarquee } from './testing/own-marquee.ts';
import { openStaff } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

// Uses its own product, because a day of rides fully books the drivers that the other tests share. One
// dispatcher books and assigns sixty rides within a minute, which exceeds the usual request limit.
test.setTimeout(300_000);

const marquee = ownMarquee([], { env: { REQUESTS_PER_MINUTE: '6000' } });
test.beforeAll(async () => {
  await promisify(execFile)(
    process.execPath,
    ['scripts/on-services.mjs', 'e2e/testing/add-sedan-drivers.ts', '8'],
    { env: { ...process.env, DATA_DIR: marquee.dataDir } },
  );
});

const RIDES = 60;

/** Returns the day after tomorrow in Las Vegas, all of which is in the future at any hour. */
const dayAhead = (): string =>
  new Date(Date.now() + 2 * 86_400_000)
    .toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' })
    .slice(0, 10);

/** Returns a name such as `Guest 07`. */
const nameOf = (index: number): string => `Guest ${String(index + 1).padStart(2, '0')}`;

/**
 * Books a day of rides on account, one every quarter of an hour from 06:00. An open board shows them
 * as they are booked.
 */
async function bookDay(dispatcher: Page, date: string): Promise<void> {
  for (let index = 0; index < RIDES; index += 1) {
    const minute = (index % 4) * 15;
    const reply = await dispatcher.request.post('/api/ops/rides', {
      headers: { origin: marquee.services.web, 'idempotency-key': `day-by-keys-${index}` },
      data: {
        customerName: nameOf(index),
        customerEmail: 'front-desk@example.com',
        customerPhone: '(702) 555-0101',
        pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
        dropoffLocation: 'Sphere, 255 Sands Ave',
        scheduledDate: date,
        scheduledTime: `${String(6 + Math.floor(index / 4)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
        bookingType: 'point-to-point',
        hours: null,
        rideType: 'lux-sedan',
        preferredColor: null,
        passengers: 2,
        gratuityPercentage: 18,
        specialRequests: null,
        payment: 'account',
      },
    });
    expect(reply.status(), await reply.text()).toBe(201);
  }
}

test('a dispatcher assigns the sixty rides of a day and undoes one assignment by keyboard alone', async ({
  browser,
}) => {
  const staff = await openStaff(browser, 'dispatcher', marquee.services.web);
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.emulateMedia({ reducedMotion: 'reduce' });
  const date = dayAhead();
  await staff.goto(`/ops?driver=unassigned&date=${date}`);
  const nothing = staff.getByRole('heading', { name: 'No ride fits' });
  await expect(nothing).toBeVisible();
  await bookDay(staff, date);
  await expect(staff.locator('[data-ride]')).toHaveCount(RIDES);
  const { keyboard } = staff;

  const row = staff.locator('[data-ride]:focus');
  const drawer = staff.getByRole('dialog').filter({ hasText: 'Fare' });
  const palette = staff.getByRole('combobox');
  const chosen = staff.getByRole('option', { selected: true });
  for (let index = 0; index < RIDES; index += 1) {
    await keyboard.press('j');
    await expect(row).toContainText(new RegExp(`${nameOf(index)}.*Unassigned`));
    await keyboard.press('a');
    await expect(chosen).toBeVisible();
    await keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(drawer).toContainText(/ drives on /);
  }

  // After an undo the last ride returns to its position, and is assigned again.
  await keyboard.press('z');
  await expect(drawer).toContainText('Nobody has this ride.');
  await keyboard.press('a');
  await expect(chosen).toBeVisible();
  await keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await keyboard.press('j');
  await expect(nothing).toBeVisible();
  const day = await staff.request.get(`/api/ops/day?date=${date}`);
  const { rides } = await day.json();
  expect(rides).toHaveLength(RIDES);
  expect(rides.filter(({ driverId }: { driverId: string | null }) => driverId === null)).toEqual([]);
});
