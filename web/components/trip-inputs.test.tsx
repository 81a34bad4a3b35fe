// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VehicleSelect } from './trip-inputs.tsx';
import { Field } from './ui/field.tsx';

test('the vehicle select hides the passenger count when its own container is narrow', () => {
  const { container } = render(
    <Field label="Vehicle">
      {(control) => <VehicleSelect control={control} value="ev-lux-sedan" onChange={() => {}} />}
    </Field>,
  );

  expect(screen.getByText('3 passengers')).toHaveClass('@max-[17rem]:hidden');
  expect(container.querySelector('.\\@container')).toContainElement(screen.getByText('3 passengers'));
});
