// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';

/** So long that React lets others have their turn before it runs effects. */
const SLOW_MS = 20;

function holdUp(): void {
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end);
}

/** What it shows takes long to render, and something else takes long right after. */
function Slow({ onShown }: { onShown: () => void }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(async () => {
      setIsShown(true);
      // React plans a render once the task has ended.
      await null;
      setImmediate(holdUp);
    });
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (isShown) holdUp();
  return isShown && <p>Shown</p>;
}

test('what a test finds on screen has had its effects, on a busy machine too', async () => {
  let isEffective = false;
  const onShown = () => {
    isEffective = true;
  };
  render(<Slow onShown={onShown} />);

  await screen.findByText('Shown');

  expect(isEffective).toBe(true);
});
