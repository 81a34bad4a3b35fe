import { expect, test } from 'vitest';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { buildStaff, codeOf, note, rideIn } from '../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { findRide } from './ride-queries.ts';

setUpTestApp();

test('a note is visible to staff alone, not in the views or socket messages of rider and driver', async () => {
  const [staff, rider, driver] = [await buildStaff(), await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const phones = [await connectSocket(rider), await connectSocket(driver)];

  const noted = rideIn(await note(staff, ride, 'Likes jazz.'));

  expect(noted.history.at(-1)).toMatchObject({
    change: 'noted',
    text: 'Likes jazz.',
    by: { id: staff.id },
  });
  for (const phone of phones) {
    const message = await phone.next('ride:changed');
    expect(message).toMatchObject([{ version: noted.version }]);
    expect(JSON.stringify(message)).not.toMatch(/jazz|noted|Dana/);
  }
  for (const user of [rider, driver]) {
    const { body } = await as(user).get(`/api/rides/${ride.id}`);
    expect(JSON.stringify(body)).not.toMatch(/jazz|noted|Dana/);
  }
  expect((await note(staff, ride, 'x'.repeat(501))).status).toBe(400);
  expect((await note(staff, ride, '  ')).status).toBe(400);
});

test('a note that is sent again with its key is added once, also after other changes', async () => {
  const [staff, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const ride = await buildRide();
  const press = () => note(staff, ride, 'Likes jazz.', 'pressed-twice');

  const [first, second] = await Promise.all([press(), press()]);
  const noted = rideIn(first);
  expect(rideIn(second)).toEqual(noted);
  const later = rideIn(await note(eli, ride, 'Likes jazz.', 'pressed-twice'));
  expect(rideIn(await press())).toMatchObject({ version: later.version });
  expect(codeOf(await note(staff, ride, 'Likes rock.', 'pressed-twice'))).toEqual([
    409,
    'IDEMPOTENCY_KEY_REUSED',
  ]);

  const { history } = await findRide(ride.id);
  const notes = history.filter(({ change }) => change === 'noted');
  expect(notes).toMatchObject([{ by: { id: staff.id } }, { by: { id: eli.id } }]);
  expect(await AuditModel.countDocuments({ action: 'ride noted', 'subject.id': ride.id })).toBe(2);
});

test.each([
  ['another key', 'first-press', 'second-press'],
  ['no key', undefined, undefined],
])('an equal note with %s is kept as well', async (_, firstKey, secondKey) => {
  const [staff, ride] = [await buildStaff(), await buildRide()];

  rideIn(await note(staff, ride, 'Called, no answer.', firstKey));
  const { history } = rideIn(await note(staff, ride, 'Called, no answer.', secondKey));

  expect(history.filter(({ text }) => text === 'Called, no answer.')).toHaveLength(2);
});

test('a note on a ride that does not exist is refused, with a key too', async () => {
  const staff = await buildStaff();
  const gone = { id: staff.id, version: 1 };

  expect(codeOf(await note(staff, gone, 'Likes jazz.'))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await note(staff, gone, 'Likes jazz.', 'pressed-once'))).toEqual([404, 'NOT_FOUND']);
});
