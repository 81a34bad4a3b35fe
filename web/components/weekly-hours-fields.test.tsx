// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draftHours, WeeklyHoursFields } from './weekly-hours-fields.tsx';

function Week() {
  const [hours, setHours] = useState(() => [draftHours({ weekday: 5, from: '08:00', to: '16:00' })]);
  return <WeeklyHoursFields hours={hours} onChange={setHours} problems={{}} />;
}

test('removing hours moves the focus to the button for other ones', () => {
  render(<Week />);

  fireEvent.click(screen.getByRole('button', { name: 'Remove: Friday' }));

  expect(screen.getByRole('button', { name: 'Add hours' })).toHaveFocus();
});
