import { expect, test } from 'vitest';
import { renderAhead } from '#web/testing/render-ahead.ts';
import { HeroScene } from './hero-scene.tsx';

test('the scene says where the ride begins and ends and keeps its art from screen readers', async () => {
  const markup = await renderAhead(
    <HeroScene
      vehicleId="hummer-18"
      paint="pink"
      pickup="Bellagio Hotel & Casino"
      pickupDetail="Pickup, 7:30 pm"
      dropoff="Allegiant Stadium"
      dropoffDetail="Drop-off, 7:48 pm"
      caption="Hummer 18, drawn to scale"
    >
      <h1>The night is planned.</h1>
    </HeroScene>,
  );
  const words = markup.replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]+>/g, '|');

  expect(words.split('|').filter(Boolean)).toEqual([
    'The night is planned.',
    'Bellagio Hotel &amp; Casino',
    'Pickup, 7:30 pm',
    'Hummer 18, drawn to scale',
    'Allegiant Stadium',
    'Drop-off, 7:48 pm',
  ]);
  expect(markup).toMatch(/<section class="[^"]*\bdark\b/);
  expect(markup).toContain('data-paint="pink"');
  expect(markup.match(/<svg/g)).toHaveLength(markup.match(/<svg[^>]* aria-hidden="true"/g)?.length ?? 0);
});
