// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { EarningsCalculator } from './earnings-calculator.tsx';

beforeEach(() => {
  render(
    <MemoryRouter>
      <EarningsCalculator />
    </MemoryRouter>,
  );
});

const slider = () => screen.getByRole('slider');

test('it begins with the first category and 25 hours, in chart and table alike', () => {
  expect(screen.getAllByText('$1,050')).toHaveLength(2);
  expect(screen.getByRole('row', { name: /^Weekly .*\$1,050$/ })).toBeVisible();
  expect(slider()).toHaveAttribute('aria-valuetext', '25 hours, $1,050 a week on average');
});

test('other hours change chart and table together', () => {
  fireEvent.change(slider(), { target: { value: '50' } });
  expect(screen.getAllByText('$2,100')).toHaveLength(2);
  expect(slider()).toHaveAttribute('aria-valuetext', '50 hours, $2,100 a week on average');
});

test('the chart sends those who cannot see it to the table', () => {
  expect(screen.getByRole('img', { name: /table below/ })).toBeVisible();
});
