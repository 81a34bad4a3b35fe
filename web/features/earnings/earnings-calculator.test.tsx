import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { EarningsCalculator } from './earnings-calculator.tsx';

const html = renderToStaticMarkup(
  <MemoryRouter>
    <EarningsCalculator />
  </MemoryRouter>,
);

test('it begins with the first category and 25 hours, in chart and table alike', () => {
  expect(html.match(/\$1,050</g)).toHaveLength(2);
  expect(html).toContain('aria-valuetext="25 hours, $1,050 a week on average"');
});

test('the chart sends those who cannot see it to the table', () => {
  expect(html).toMatch(/role="img" aria-label="[^"]*table below/);
});
