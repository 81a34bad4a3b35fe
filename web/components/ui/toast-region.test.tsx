// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { undoButton } from './toast.ts';
import { ToastCard } from './toast-region.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

test('a button that takes something back counts its seconds down, for the eye alone', () => {
  const calls: string[] = [];
  render(
    <ToastCard
      kind="success"
      title="Ride accepted!"
      button={undoButton(() => calls.push('pressed'))}
      onDone={() => calls.push('done')}
    />,
  );
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(button.textContent).toBe('Undo8');

  pass(1);
  pass(1);
  expect(button.textContent).toBe('Undo6');

  // Kept by the pointer or the focus, it can be pressed still, and says by itself that it is too late.
  for (let second = 0; second < 8; second += 1) pass(1);
  expect(button.textContent).toBe('Undo');
  act(() => button.click());
  expect(calls).toEqual(['done', 'pressed']);
});

test('a button without seconds counts nothing', () => {
  render(
    <ToastCard
      kind="error"
      title="Alex cancelled"
      button={{ label: 'OK', onPress: () => {}, seconds: null }}
    />,
  );
  pass(1);
  expect(screen.getByRole('alert').textContent).toBe('Alex cancelledOK');
});
