// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastCard } from './toast-region.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

test('an Undo button shows its countdown only visually and can still be pressed at its end', () => {
  const calls: string[] = [];
  render(
    <ToastCard
      kind="success"
      title="Ride accepted!"
      action={{ label: 'Undo', onPress: () => calls.push('pressed') }}
      onDone={() => calls.push('done')}
    />,
  );
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(button.textContent).toBe('Undo8');

  pass(1);
  pass(1);
  expect(button.textContent).toBe('Undo6');

  // A toast kept open by pointer or focus can still be pressed; its action reports that it is too late.
  for (let second = 0; second < 8; second += 1) pass(1);
  expect(button.textContent).toBe('Undo');
  act(() => button.click());
  expect(calls).toEqual(['done', 'pressed']);
});

test('a button that is offered for less time counts only that down', () => {
  render(
    <ToastCard kind="success" title="Assigned" action={{ label: 'Undo', seconds: 3, onPress: () => {} }} />,
  );
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(button.textContent).toBe('Undo3');
  pass(1);
  expect(button.textContent).toBe('Undo2');
});

test('the second click of a double click does not press the button of a newly shown toast', () => {
  const calls: string[] = [];
  const action = { label: 'OK', onPress: () => calls.push('pressed'), isSticky: true } as const;
  render(<ToastCard kind="notice" title="Robin cancelled" action={action} />);

  fireEvent.click(screen.getByRole('button', { name: 'OK' }), { detail: 2 });
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'OK' }), { detail: 1 });
  expect(calls).toEqual(['pressed']);
});

test('a sticky toast button shows no countdown', () => {
  render(
    <ToastCard
      kind="error"
      title="Alex cancelled"
      action={{ label: 'OK', onPress: () => {}, isSticky: true }}
    />,
  );
  pass(1);
  expect(screen.getByRole('alert').textContent).toBe('Alex cancelledOK');
});
