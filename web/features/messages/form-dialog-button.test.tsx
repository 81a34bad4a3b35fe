// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormDialogButton } from './form-dialog-button.tsx';

test('a late reply closes only the dialog that it belongs to', async () => {
  const closes: (() => void)[] = [];
  render(
    <FormDialogButton label="Apply Now" title="Dispatcher">
      {(close) => {
        closes.push(close);
        return <input aria-label="About you" />;
      }}
    </FormDialogButton>,
  );
  const openIt = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Apply Now' }));
    return screen.findByLabelText('About you');
  };
  await openIt();
  const closeFirst = closes.at(-1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.change(await openIt(), { target: { value: 'I drive by night' } });

  act(() => closeFirst?.());

  expect(screen.getByLabelText('About you')).toHaveValue('I drive by night');
  act(() => closes.at(-1)?.());
  expect(screen.queryByLabelText('About you')).toBeNull();
});
