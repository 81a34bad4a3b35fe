// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildDriverRide, buildOffer } from '#web/testing/build-ride.ts';
import { receiveOffers, receiveRemovedOffers, receiveRides } from '../store/ride-store.ts';
import { boardFor } from './free-time.ts';
import { NO_FILTERS, setOfferFilters } from './offer-filters.ts';
import {
  acceptButton,
  DRIVER,
  forgetDashboard,
  OFFERS,
  offer,
  onDuty,
  openDashboard,
} from './testing/open-dashboard.tsx';

const user = userEvent.setup();

beforeEach(forgetDashboard);

test('the filter dialog counts matches before it applies them, and Best pay sorts by pay', async () => {
  const dear = buildOffer({ scheduledDate: '2031-11-23', driverShare: '$952.10', rideType: 'lux-sedan' });
  await openDashboard('reconnecting', { [OFFERS]: [200, [offer, dear]], [DRIVER]: [200, onDuty] });
  const pays = () => screen.getAllByRole('article').map((card) => /\$952|\$109/.exec(card.textContent)?.[0]);
  await waitFor(() => expect(pays()).toEqual(['$109', '$952']));

  await user.click(screen.getByRole('radio', { name: 'Best pay' }));
  expect(pays()).toEqual(['$952', '$109']);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Lux Sedan/ }));
  await user.click(screen.getByRole('button', { name: 'Show 1 request' }));

  await waitFor(() => expect(pays()).toEqual(['$109']));
  expect(screen.getByRole('button', { name: 'Filters, 1' })).toBeVisible();
});

test('filters being chosen in the dialog survive changes of the offers', async () => {
  await openDashboard('live', { [DRIVER]: [200, onDuty] });
  await acceptButton();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(dialog.getByRole('radio', { name: 'The Strip' }));

  act(() => receiveRemovedOffers([{ id: offer.id, version: offer.version, reason: 'cancelled' }]));
  expect(dialog.getByRole('button', { name: 'Show 0 requests' })).toBeVisible();
  act(() => receiveOffers([buildOffer({ pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd' })]));
  await user.click(dialog.getByRole('button', { name: 'Show 1 request' }));

  expect(await screen.findByRole('button', { name: 'Filters, 1' })).toBeVisible();
});

test('opened from the schedule, the board shows offers in the free time regardless of filters, or all', async () => {
  const [sooner, fitting, later] = ['15:00', '18:30', '23:00'].map((scheduledTime) =>
    buildOffer({
      scheduledDate: '2031-11-20',
      scheduledTime,
      dropoffLocation: `Stage door ${scheduledTime}`,
    }),
  );
  const between = {
    fromMs: Date.parse('2031-11-20T16:00-08:00'),
    untilMs: Date.parse('2031-11-20T20:00-08:00'),
  };
  setOfferFilters({ withoutKinds: ['lux-suv'] });
  await openDashboard('live', { [OFFERS]: [200, [sooner, fitting, later]] }, boardFor(between));

  await acceptButton();
  expect(screen.getByText('Thu 20 Nov 2031, 4:00 PM to 8:00 PM')).toBeVisible();
  expect(screen.getByRole('article', { name: /Stage door 18:30/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();

  act(() => receiveRides([buildDriverRide({ scheduledDate: '2031-11-20', scheduledTime: '18:00' })]));
  await screen.findByText('Nothing fits that time anymore');
  setOfferFilters(NO_FILTERS);
  const [showAll] = screen.getAllByRole('button', { name: 'Show all requests' });
  if (showAll) await user.click(showAll);

  expect(await screen.findAllByRole('button', { name: 'Accept Ride' })).toHaveLength(3);
});
