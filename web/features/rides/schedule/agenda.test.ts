import { expect, test } from 'vitest';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import { agendaOf, laterDays, placeOnStrip, type Stretch } from './agenda.ts';

const ride = (scheduledDate: string, scheduledTime: string, overrides: Partial<DriverRide> = {}) =>
  buildDriverRide({ scheduledDate, scheduledTime, ...overrides });

const time = (ms: number) => formatTime(new Date(ms));

const format = (stretch: Stretch): unknown[] => {
  if (stretch.kind === 'ride') return ['ride', time(stretch.span.startMs), time(stretch.span.endMs)];
  if (stretch.kind === 'drive') return ['drive', time(stretch.fromMs)];
  const { fromMs, untilMs, isRestOfDay, fitting } = stretch;
  return ['free', time(fromMs), isRestOfDay ? null : time(untilMs), fitting];
};

const agenda = (rides: DriverRide[], offers: Offer[] = []) => agendaOf({ rides, offers, now: NOW });

test('the agenda of today starts now and lists free time, drive, ride and the rest of the day', () => {
  const done = ride('2026-11-20', '12:30', { status: 'completed' });
  const [today] = agenda([ride('2026-11-20', '19:30'), done]);

  expect(today?.stretches.map(format)).toEqual([
    ['free', '4:12 PM', '7:15 PM', 0],
    ['drive', '7:15 PM'],
    ['ride', '7:30 PM', '8:15 PM'],
    ['free', '8:15 PM', null, 0],
  ]);
  expect([today?.ahead.length, today?.done]).toEqual([1, [done]]);
});

test('between two rides there is free time, and the drive starts at the end of the first ride', () => {
  const first = ride('2026-11-21', '11:00', { bookingType: 'hourly', hours: 3 });
  const days = agenda([ride('2026-11-21', '21:00'), first]);
  const saturday = days.find(({ date }) => date === '2026-11-21');

  expect(saturday?.stretches.map(format)).toEqual([
    ['drive', '10:45 AM'],
    ['ride', '11:00 AM', '2:00 PM'],
    ['free', '2:00 PM', '8:45 PM', 0],
    ['drive', '8:45 PM'],
    ['ride', '9:00 PM', '9:45 PM'],
  ]);
  expect(saturday?.stretches[3]).toMatchObject({ before: first });
});

test('a day starts with the rest of a ride that began the evening before', () => {
  const late = ride('2026-11-20', '22:00', { bookingType: 'hourly', hours: 5 });
  const offers = ['01:00', '08:00'].map((scheduledTime) =>
    buildOffer({ scheduledDate: '2026-11-21', scheduledTime }),
  );
  const [, saturday] = agenda([late, ride('2026-11-21', '11:00')], offers);

  expect(saturday?.stretches.map(format)).toEqual([
    ['ride', '12:00 AM', '3:00 AM'],
    ['free', '3:00 AM', '10:45 AM', 1],
    ['drive', '10:45 AM'],
    ['ride', '11:00 AM', '11:45 AM'],
  ]);
});

test('a day on which a ride of the day before continues has no free time until it ends', () => {
  const whole = ride('2026-11-21', '20:00', { bookingType: 'hourly', hours: 24 });
  const [, saturday, sunday, monday] = agenda([whole]);

  expect(saturday?.stretches.map(format).at(-1)).toEqual(['ride', '8:00 PM', '8:00 PM']);
  expect(sunday).toMatchObject({ date: '2026-11-22', last: '2026-11-22', ahead: [whole] });
  expect(sunday?.stretches.map(format)).toEqual([['ride', '12:00 AM', '8:00 PM']]);
  expect(sunday?.stretches).toMatchObject([{ isContinued: true }]);
  expect(monday).toMatchObject({ date: '2026-11-23', last: '2026-11-27' });
});

test('consecutive days without rides are merged into one entry', () => {
  const days = agenda([ride('2026-11-23', '13:00'), ride('2026-11-27', '20:00')]);

  expect(days.map(({ date, last }) => [date, last])).toEqual([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-22'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-24', '2026-11-26'],
    ['2026-11-27', '2026-11-27'],
  ]);
});

test('a request is counted in free time where it fits including the drives on both sides', () => {
  const offers = ['17:00', '18:20', '19:00', '23:00'].map((scheduledTime) =>
    buildOffer({ scheduledDate: '2026-11-20', scheduledTime }),
  );
  const [today] = agenda([ride('2026-11-20', '19:30')], offers);

  expect(today?.stretches.filter(({ kind }) => kind === 'free').map(format)).toEqual([
    // The requests are at 5:00 to 5:45 PM, and at 6:20 to 7:05 PM with 15 minutes to the next ride.
    ['free', '4:12 PM', '7:15 PM', 2],
    ['free', '8:15 PM', null, 1],
  ]);
});

test('a ride in progress has no drive before it, and a cancelled ride is left out', () => {
  const [today] = agenda([
    ride('2026-11-20', '15:45', { status: 'in_progress' }),
    ride('2026-11-20', '21:00', { status: 'cancelled' }),
  ]);
  expect(today?.stretches.map(format)).toEqual([
    ['ride', '3:45 PM', '4:30 PM'],
    ['free', '4:30 PM', null, 0],
  ]);
});

test('each upcoming ride is either on one of the days shown or under later days', () => {
  const [lastShown, firstLater, same, far, over] = [
    ride('2026-11-27', '20:00'),
    ride('2026-11-28', '22:00'),
    ride('2026-11-28', '09:00'),
    ride('2027-02-01', '09:00'),
    ride('2026-11-28', '12:00', { status: 'cancelled' }),
  ];
  const rides = [far, firstLater, same, lastShown, over].flatMap((each) => each ?? []);

  expect(agenda(rides).flatMap(({ ahead }) => ahead)).toEqual([lastShown]);
  expect(laterDays(rides, NOW)).toEqual([
    { date: '2026-11-28', rides: [same, firstLater] },
    { date: '2027-02-01', rides: [far] },
  ]);
});

test('a ride is placed on the day strip by wall-clock time, even on days with a clock change', () => {
  const hourly = { bookingType: 'hourly', hours: 12 } as const;
  for (const date of ['2026-11-20', '2026-03-08', '2026-11-01'])
    expect(placeOnStrip(ride(date, '15:00', hourly), date)).toEqual({ from: 0.5, to: 1 });
  expect(placeOnStrip(ride('2026-11-20', '21:00', hourly), '2026-11-21')).toEqual({ from: 0, to: 1 / 6 });
});
