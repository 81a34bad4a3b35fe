// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { buildOffer, NOW } from '#web/testing/build-ride.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { OfferCard } from './offer-card.tsx';
import { setOfferFilters } from './offer-filters.ts';
import { OpenOffers } from './open-offers.tsx';

const posted = (overrides: Partial<PostedOffer> = {}): PostedOffer => ({
  offer: buildOffer(),
  isNew: false,
  isTaken: false,
  isAccepting: false,
  ...overrides,
});

function show(overrides: Partial<PostedOffer> = {}, fit = { fit: 'Free until 7:30 PM', overlaps: false }) {
  const onAccept = vi.fn();
  const shown = posted(overrides);
  render(<OfferCard posted={shown} now={NOW} {...fit} renderVehicle={() => null} onAccept={onAccept} />);
  return { card: screen.getByRole('article'), offer: shown.offer, onAccept };
}

const showAll = (offers: PostedOffer[]) =>
  render(
    <MemoryRouter>
      <OpenOffers posted={offers} rides={[]} renderVehicle={() => null} onAccept={() => {}} />
    </MemoryRouter>,
  );

/** Returns the description of a term on the card. */
const amountOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test('an offer shows vehicle, route, pickup time, fare and pay', () => {
  const { card } = show();

  expect(screen.getByRole('heading', { name: /^Lux SUV/ }).textContent).toContain('seats 6');
  for (const part of [
    'Premium',
    '2 minutes ago',
    'Pickup: Harry Reid International Airport',
    'Drop-off: Bellagio Hotel & Casino',
    '6:30 PM PST',
    'Point to Point',
  ])
    expect(card.textContent).toContain(part);
  expect(amountOf('Estimated fare')).toBe('$159.82');
  expect(amountOf('Pays you')).toBe('$109.38');
  expect(card.textContent).toContain('Free until 7:30 PM');
});

test('an offer older than a day shows the day it was created', () => {
  const createdAt = new Date(NOW.getTime() - 30 * 3_600_000).toISOString();
  const { card } = show({ offer: buildOffer({ createdAt }) });
  expect(card.textContent).toContain('since Thu 19 Nov');
});

test.each([
  ['xl', 'XL'],
  ['hovercraft', 'hovercraft'],
])('the ride type %s, which is not in the catalogue, is shown as %s', (rideType, name) => {
  const { card } = show({ offer: buildOffer({ rideType }) });
  expect(screen.getByRole('heading', { name })).toBeVisible();
  expect(card.textContent).toContain(name);
});

test('pressing Accept Ride accepts the offer; the button is described by the offer’s title', async () => {
  const { offer, onAccept } = show();
  const accept = screen.getByRole('button', { name: 'Accept Ride', description: /^Lux SUV/ });
  expect(accept.hasAttribute('aria-disabled')).toBe(false);

  await userEvent.click(accept);

  expect(onAccept).toHaveBeenCalledExactlyOnceWith(offer);
});

test('Accept cannot be pressed while an accept is pending', async () => {
  const { onAccept } = show({ isAccepting: true });
  const accepting = screen.getByRole('button', { name: 'Accepting...' });
  expect(accepting.getAttribute('aria-disabled')).toBe('true');

  await userEvent.click(accepting);

  expect(onAccept).not.toHaveBeenCalled();
});

test('only an offer that has just arrived is highlighted', () => {
  const highlightOf = (card: HTMLElement) => card.querySelector('.new-offer-ring');
  expect(highlightOf(show({ isNew: true }).card)).not.toBeNull();
  document.body.replaceChildren();
  expect(highlightOf(show().card)).toBeNull();
});

test('a taken offer shows Taken and has no button', () => {
  showAll([posted({ isTaken: true })]);

  expect(screen.getByRole('listitem').textContent).toContain('Taken');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an empty board shows the text from the specification', () => {
  showAll([]);

  expect(screen.getByText('No rides available')).toBeVisible();
  expect(screen.getByText('New ride requests will appear here')).toBeVisible();
});

test('an offer that overlaps a ride says so, and its Accept button is less prominent', () => {
  const { card } = show({}, { fit: 'Overlaps Wynn to LAS, 7:30 PM', overlaps: true });
  expect(card.textContent).toContain('Overlaps Wynn to LAS, 7:30 PM');
  expect(screen.getByRole('button', { name: 'Accept Ride' }).className).toContain('border-control');
});

test('when no offer matches the filters, the number of other requests is shown and filters can be cleared', async () => {
  const all = [posted(), posted()];
  setOfferFilters({ area: 'downtown' });
  showAll(all);
  expect(screen.getByText('Nothing fits these filters')).toBeVisible();
  expect(screen.getByText('2 other requests fit your vehicles.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));

  expect(screen.getAllByRole('article')).toHaveLength(2);
});
