// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { replayInput } from './hydration.ts';

const PRERENDERED = { name: '', note: '', hours: '3', kind: 'hourly', isGift: false, tip: '18' };

/** One field of each sort, each with a state of React's; what they hold is its text. */
function Fields() {
  const [values, setValues] = useState(PRERENDERED);
  const set = (changed: Partial<typeof PRERENDERED>) => setValues({ ...values, ...changed });
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

/** Hydrates the prerendered fields after somebody changed them, and replays it. @returns what React holds, and the page */
async function hydrateAfter(change: (fieldOf: (label: string) => HTMLInputElement) => void) {
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Fields />);
  document.body.append(page);
  const fieldOf = (label: string) => page.querySelector(`[aria-label="${label}"]`) as HTMLInputElement;
  change(fieldOf);
  const root = await act(async () => hydrateRoot(page, <Fields />));
  onTestFinished(() => {
    act(() => root.unmount());
    page.remove();
  });
  act(() => replayInput(page));
  return { held: JSON.parse(page.querySelector('output')?.textContent ?? ''), fieldOf };
}

test.each([
  ['Name', 'Robin', 'name'],
  ['Note', 'Two bags', 'note'],
  ['Hours', '2', 'hours'],
  ['Tip', '20', 'tip'],
])('%s that was filled in before hydration stays, and React knows it', async (label, value, key) => {
  const { held, fieldOf } = await hydrateAfter((field) => {
    field(label).value = value;
  });

  expect(held).toEqual({ ...PRERENDERED, [key]: value });
  expect(fieldOf(label).value).toBe(value);
});

test.each([
  ['point-to-point', { kind: 'point-to-point' }],
  ['Gift', { isGift: true }],
])('%s that was chosen before hydration stays chosen', async (label, changed) => {
  const { held, fieldOf } = await hydrateAfter((field) => field(label).click());

  expect(held).toEqual({ ...PRERENDERED, ...changed });
  expect(fieldOf(label).checked).toBe(true);
});

test('of a page in which nobody touched a field, nothing is replayed', async () => {
  const { held } = await hydrateAfter(() => {});

  expect(held).toEqual(PRERENDERED);
});
