import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { FarePanel } from './fare-panel.tsx';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

const render = (overrides: Partial<Draft> = {}, isPending = false) =>
  renderToStaticMarkup(
    <FarePanel
      draft={buildDraft(overrides)}
      surgeCalendar={[]}
      isPending={isPending}
      onPaint={() => {}}
      renderVehicle={(vehicle, paint) => <i>{`${vehicle.id} in ${paint}`}</i>}
    />,
  );

test('the fare is shown line by line once everything it needs is there', () => {
  const page = render();
  for (const text of [
    '3 hours at $55.00',
    '$4.95',
    'Gratuity, 18%',
    'Included',
    'Fare Estimate',
    '$233.58',
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('Airport pickup fee');
});

test('until then it asks for what is missing', () => {
  const page = render({ dropoffLocation: '' });
  expect(page).toContain('Enter pickup, drop-off and hours to see the fare.');
  expect(page).not.toContain('Fare Estimate');
});

test('an airport pickup shows its fee', () => {
  expect(render({ pickupLocation: 'Terminal 3, departures' })).toContain('Airport pickup fee');
});

test('the chosen vehicle is drawn in the chosen colour, of those it comes in', () => {
  const page = render({ vehicleId: 'hummer-18', preferredColor: 'pink' });
  expect(page).toContain('hummer-18 in pink');
  expect(page).toContain('18 passengers');
  expect(page.match(/type="radio"/g)).toHaveLength(4);
});

test('a pending request says so and cannot be pressed', () => {
  expect(render({}, true)).toMatch(/aria-disabled="true"[^>]*>Requesting\.\.\.</);
});

test('a promo is a line of the fare; a gift card pays part of it and leaves the rest to pay', () => {
  const page = render({ promo: buildPromo(), giftCard: buildGiftCard({ currentBalance: 100 }) });
  for (const text of ['Promo code', '−$25.00', '$208.58', 'Gift card', '−$100.00', 'To pay', '$108.58']) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('stays on your gift card');
});

test('what a gift card keeps is said when it covers the ride', () => {
  const page = render({ giftCard: buildGiftCard() });
  expect(page).toContain('$0.00');
  expect(page).toContain('$16.42 stays on your gift card.');
});
