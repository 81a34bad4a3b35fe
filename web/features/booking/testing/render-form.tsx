import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import type { User } from '#common/users/user.ts';
import { BookingSection } from '../booking-section.tsx';

/** Renders the booking form for this rider; null for a visitor, undefined while the session is not known. */
export function renderForm(known: User | null | undefined) {
  const onSignInNeeded = vi.fn();
  const onRequested = vi.fn();
  const form = (rider: User | null | undefined) => (
    <MemoryRouter>
      <BookingSection
        rider={rider}
        onSignInNeeded={onSignInNeeded}
        onRequested={onRequested}
        renderVehicle={() => null}
      />
    </MemoryRouter>
  );
  const { rerender, unmount } = render(form(known));
  return {
    onSignInNeeded,
    onRequested,
    identify: (rider: User | null) => rerender(form(rider)),
    leave: unmount,
    comeBack: () => void render(form(known)),
  };
}
