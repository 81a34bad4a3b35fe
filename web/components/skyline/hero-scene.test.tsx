// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HeroScene } from './hero-scene.tsx';

test('the scene names pickup and drop-off and hides its drawings from screen readers', async () => {
  const { container } = render(
    <HeroScene
      vehicleId="hummer-18"
      paint="pink"
      pickup="Bellagio Hotel & Casino"
      pickupDetail="Pickup, 7:30 PM"
      dropoff="Allegiant Stadium"
      dropoffDetail="Drop-off, 7:48 PM"
      caption="Hummer 18, drawn to scale"
    >
      <h1>The night is planned.</h1>
    </HeroScene>,
  );
  await waitFor(() => expect(container.querySelectorAll('svg').length).toBeGreaterThan(1));

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The night is planned.');
  expect(screen.getAllByRole('paragraph').map((text) => text.textContent)).toEqual([
    'Bellagio Hotel & CasinoPickup, 7:30 PM',
    'Hummer 18, drawn to scale',
    'Allegiant StadiumDrop-off, 7:48 PM',
  ]);
  expect(container.firstChild).toHaveClass('dark');
  expect(container).toHaveTextContent(
    /^The night is planned\.Bellagio.*7:30 PMHummer 18, drawn to scaleAllegiant.*7:48 PM$/,
  );

  const pictures = [...container.querySelectorAll('svg')];
  for (const picture of pictures) expect(picture).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelector('.hero-vehicle')).toHaveAttribute('data-paint', 'pink');
});
