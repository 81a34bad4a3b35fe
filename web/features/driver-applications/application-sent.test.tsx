// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ApplicationSent } from './application-sent.tsx';

test.each([
  [
    { rideType: 'lux-sedan', paint: 'black' } as const,
    ['Documents checked', 'Background check', 'Vehicle inspection', 'Training'],
  ],
  [null, ['Documents checked', 'Background check', 'Training']],
])('the next steps are listed after an application with the vehicle %j', (vehicle, steps) => {
  render(
    <MemoryRouter>
      <ApplicationSent vehicle={vehicle} />
    </MemoryRouter>,
  );

  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown).toEqual(steps.map((step) => expect.stringContaining(step)));
});
