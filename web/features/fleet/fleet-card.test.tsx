import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FleetCard } from './fleet-card.tsx';
import { FLEET_ORDER } from './fleet-carousel.tsx';

const textOf = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

const render = (id: string) => {
  const vehicle = FLEET_ORDER.find((each) => each.id === id);
  if (!vehicle) throw new Error(`no vehicle ${id}`);
  return renderToStaticMarkup(<FleetCard vehicle={vehicle} isSeenFirst onSelect={() => {}} />);
};

test('a card tells size, rates and how soon, in the first of its paints', () => {
  const html = render('hummer-18');

  expect(textOf(html)).toContain('|18 passengers|');
  expect(textOf(html)).toContain('|Per hour|$135–155|Point to point|$125–145|Pickup in|30 min|');
  expect(html).toContain('data-paint="pink"');
  expect(html.match(/type="radio"/g)).toHaveLength(4);
});

test('all pictures share one scale', () => {
  const metresPerPercent = ['lux-sedan', 'shuttle-45'].map((id) => {
    const html = render(id);
    const percent = Number(/style="width:([\d.]+)%/.exec(html)?.[1]);
    const centimetres = Number(/viewBox="\S+ \S+ (\d+)/.exec(html)?.[1]);
    return centimetres / percent;
  });
  expect(metresPerPercent[0]).toBeCloseTo(metresPerPercent[1] ?? 0, 6);
});

test('every vehicle has its place in the carousel, once', () => {
  expect(FLEET_ORDER.slice(0, 3).map(({ id }) => id)).toEqual(['lux-sedan', 'hummer-18', 'partybus-33']);
  expect(new Set(FLEET_ORDER.map(({ id }) => id)).size).toBe(16);
  expect(FLEET_ORDER).toHaveLength(16);
});
