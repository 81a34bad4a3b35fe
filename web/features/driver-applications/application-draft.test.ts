// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { driverApplicationSchema } from '#common/driver-applications/driver-application.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import {
  changeDraft,
  changePaper,
  clearDraft,
  firstOpenStep,
  problemsOf,
  toApplication,
  useApplicationDraft,
  vehicleOf,
} from './application-draft.ts';

beforeEach(clearDraft);

const draft = () => useApplicationDraft.getState();
const nextYear = addDays(dateInVegas(new Date()), 365);

function fillAboutYou(): void {
  changeDraft({
    name: 'Renee Whitfield',
    dateOfBirth: '1989-03-04',
    phone: '(702) 555-0162',
    email: 'renee@example.com',
    licenseSince: '2009',
    agreesToChecks: true,
  });
  changePaper('license', { number: '1706 4421' });
}

test('the first incomplete step is found, and a complete draft is valid for the server', () => {
  expect(firstOpenStep(draft())).toBe('about-you');
  fillAboutYou();
  expect(firstOpenStep(draft())).toBe('vehicle');
  changeDraft({ hasVehicle: false });
  expect(firstOpenStep(draft())).toBe('documents');
  changePaper('license', { expiresOn: nextYear });
  changePaper('dot-certification', { number: 'D 1', expiresOn: nextYear });

  expect(firstOpenStep(draft())).toBeNull();
  expect(driverApplicationSchema.safeParse(toApplication(draft())).success).toBe(true);
});

test('the applicant’s own vehicle is validated and requires its documents', () => {
  fillAboutYou();
  changeDraft({
    rideType: 'hummer-18',
    paint: 'green',
    label: 'Hummer H2',
    year: '2016',
    plate: 'NV 1',
    seats: '6',
  });

  expect(problemsOf('vehicle', draft())).toMatchObject({ year: 'Vehicles must be 2018 or newer' });
  changeDraft({ year: '2021' });
  expect(problemsOf('vehicle', draft())).toEqual({ seats: 'Fewer than its category requires' });
  changePaper('insurance', { number: 'I 1', expiresOn: '2020-01-01' });
  expect(problemsOf('documents', draft())).toMatchObject({
    'insurance.expiresOn': 'It has expired. Add the new one.',
    'registration.number': 'Please enter its number',
  });
});

test('a draft is kept in localStorage until it is cleared', () => {
  changeDraft({ name: 'Renee Whitfield' });
  expect(localStorage.getItem('driver-application')).toContain('Renee Whitfield');

  clearDraft();

  expect(localStorage.getItem('driver-application')).toBeNull();
  expect(draft().name).toBe('');
});

test('the vehicle of a draft has a paint that it is available in, or is null without a vehicle', () => {
  changeDraft({ hasVehicle: true, rideType: 'hummer-18', paint: 'green' });
  expect(vehicleOf(draft())).toEqual({ rideType: 'hummer-18', paint: 'green' });
  changeDraft({ rideType: 'lux-sedan' });
  expect(vehicleOf(draft())).toEqual({ rideType: 'lux-sedan', paint: 'black' });
  changeDraft({ hasVehicle: false });
  expect(vehicleOf(draft())).toBeNull();
});
