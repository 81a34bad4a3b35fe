import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Tokens = Record<string, string>;

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Returns the `--name: #rrggbb` pairs of a block of tokens.css. */
function tokensOf(selector: string): Tokens {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Returns the relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, [front, back]: readonly [string, string]): number {
  const of = (name: string) => {
    const hex = tokens[name];
    if (!hex) throw new Error(`No colour named ${name}.`);
    return luminance(hex) + 0.05;
  };
  const [a, b] = [of(front), of(back)];
  return Math.max(a, b) / Math.min(a, b);
}

const on = (grounds: readonly string[], fronts: readonly string[]) =>
  fronts.flatMap((front) => grounds.map((ground) => [front, ground] as const));

const GROUNDS = ['bg', 'surface', 'sunken'];

const TEXT = [
  ...on(GROUNDS, ['ink', 'ink-2', 'gold-ink', 'ok', 'warn', 'danger']),
  ...on(['action', 'action-hover'], ['on-action']),
];

const MARKS = [
  ...on(GROUNDS, ['control', 'gold-ink', 'switch-on', 'danger']),
  ...on(['bg', 'surface'], ['gold']),
  ['bg', 'switch-on'] as const,
];

describe.each([
  ['light', tokensOf(':root')],
  ['dark', tokensOf('.dark')],
])('the %s theme', (_name, tokens) => {
  test.each(TEXT)('%s can be read on %s', (...pair) => {
    expect(contrast(tokens, pair)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(MARKS)('%s can be made out on %s', (...pair) => {
    expect(contrast(tokens, pair)).toBeGreaterThanOrEqual(3);
  });
});

test('the dark theme gives every colour of the light one anew', () => {
  expect(Object.keys(tokensOf('.dark')).toSorted()).toEqual(Object.keys(tokensOf(':root')).toSorted());
});
