// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLoaded } from './use-loaded.ts';

test('the result of an older load is dropped when a newer one has finished', async () => {
  let answer: (value: string) => void = () => {};
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const loadOld = () => slow;
  const loadNew = async () => 'new';
  const { result, rerender } = renderHook(({ load }) => useLoaded(load), {
    initialProps: { load: loadOld as () => Promise<string> },
  });

  rerender({ load: loadNew });
  await waitFor(() => expect(result.current.state).toEqual({ phase: 'loaded', value: 'new' }));
  await act(async () => answer('old'));

  expect(result.current.state).toEqual({ phase: 'loaded', value: 'new' });
});

test('a failed load can be retried, and only a loaded value can be changed', async () => {
  const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue(1);
  const { result } = renderHook(() => useLoaded(load));
  await waitFor(() => expect(result.current.state.phase).toBe('failed'));
  act(() => result.current.change((value) => value + 1));
  expect(result.current.state.phase).toBe('failed');

  await act(() => result.current.reload());
  act(() => result.current.change((value) => value + 1));

  expect(result.current.state).toEqual({ phase: 'loaded', value: 2 });
});

test('the value that stays on screen after a failed reload can be changed', async () => {
  const load = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValue(new Error('down'));
  const { result } = renderHook(() => useLoaded(load));
  await waitFor(() => expect(result.current.last).toBe(1));
  await act(() => result.current.reload());

  act(() => result.current.change((value) => value + 1));

  expect(result.current).toMatchObject({ state: { phase: 'failed' }, last: 2 });
});
