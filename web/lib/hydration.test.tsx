// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { replayInput } from './hydration.ts';

const PRERENDERED = { name: '', note: '', hours: '3', kind: 'hourly', isGift: false, tip: '18' };

const onChange = vi.fn();
beforeEach(() => onChange.mockClear());

/** One field of each type, controlled by React state, which is rendered as text. */
function Fields() {
  const [values, setValues] = useState(PRERENDERED);
  const set = (changed: Partial<typeof PRERENDERED>) => {
    onChange(changed);
    setValues({ ...values, ...changed });
  };
  return (
    <form>
      <input aria-label="Name" value={values.name} onChange={(event) => set({ name: event.target.value })} />
      <textarea
        aria-label="Note"
        value={values.note}
        onChange={(event) => set({ note: event.target.value })}
      />
      <select
        aria-label="Hours"
        value={values.hours}
        onChange={(event) => set({ hours: event.target.value })}
      >
        <option>2</option>
        <option>3</option>
        <option>4</option>
      </select>
      {['hourly', 'point-to-point'].map((kind) => (
        <input
          key={kind}
          type="radio"
          name="kind"
          aria-label={kind}
          checked={values.kind === kind}
          onChange={() => set({ kind })}
        />
      ))}
      <input
        type="checkbox"
        aria-label="Gift"
        checked={values.isGift}
        onChange={(event) => set({ isGift: event.target.checked })}
      />
      <input
        type="range"
        aria-label="Tip"
        min={0}
        max={30}
        value={values.tip}
        onChange={(event) => set({ tip: event.target.value })}
      />
      <output>{JSON.stringify(values)}</output>
    </form>
  );
}

/** Adds a page to the document until the test ends. */
function openPage(html = '') {
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.append(page);
  onTestFinished(() => page.remove());
  return page;
}

/**
 * Hydrates the prerendered fields after a user changed them, and replays the input.
 *
 * @returns React's state, and a field by label
 */
async function hydrateAfter(change: (fieldOf: (label: string) => HTMLInputElement) => void) {
  const page = openPage(renderToString(<Fields />));
  const fieldOf = (label: string) => page.querySelector(`[aria-label="${label}"]`) as HTMLInputElement;
  change(fieldOf);
  const root = await act(async () => hydrateRoot(page, <Fields />));
  onTestFinished(() => act(() => root.unmount()));
  act(() => replayInput(page));
  return { held: JSON.parse(page.querySelector('output')?.textContent ?? ''), fieldOf };
}

test.each([
  ['Name', 'Robin', 'name'],
  ['Note', 'Two bags', 'note'],
  ['Hours', '2', 'hours'],
  ['Tip', '20', 'tip'],
])('%s filled in before hydration keeps its value, also in React state', async (label, value, key) => {
  const { held, fieldOf } = await hydrateAfter((field) => {
    field(label).value = value;
  });

  expect(held).toEqual({ ...PRERENDERED, [key]: value });
  expect(fieldOf(label).value).toBe(value);
});

test.each([
  ['point-to-point', { kind: 'point-to-point' }],
  ['Gift', { isGift: true }],
])('%s chosen before hydration stays chosen', async (label, changed) => {
  const { held, fieldOf } = await hydrateAfter((field) => field(label).click());

  expect(held).toEqual({ ...PRERENDERED, ...changed });
  expect(fieldOf(label).checked).toBe(true);
});

test('nothing is replayed on a prerendered page whose fields were not touched', async () => {
  const { held } = await hydrateAfter(() => {});

  expect(onChange).not.toHaveBeenCalled();
  expect(held).toEqual(PRERENDERED);
});

test('nothing is replayed on a page rendered in the browser', async () => {
  const page = openPage();
  const root = createRoot(page);
  onTestFinished(() => act(() => root.unmount()));
  await act(async () => root.render(<Fields />));

  act(() => replayInput(page));

  expect(onChange).not.toHaveBeenCalled();
});
